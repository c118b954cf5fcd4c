"""HTTP: routes, middleware, decoding and encoding, static pages."""
