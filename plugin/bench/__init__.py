"""How fast hexlos is here, beside a tracer made of shapes that anyone might write."""
