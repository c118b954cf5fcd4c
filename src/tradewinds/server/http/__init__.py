"""HTTP: middleware, request and response types, static pages."""
