"""Values from anywhere, checked: JSON, declared shapes, arrays."""
