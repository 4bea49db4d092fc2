"""What tests of several packages share: small sets, studies and models, servers, programs, and waiting for them."""
