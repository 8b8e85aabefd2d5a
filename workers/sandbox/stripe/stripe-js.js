// Stands in for https://js.stripe.com on this machine: an embedded checkout is a frame with the sandbox's payment form.
(() => {
  /** As Stripe.js reports a call that it does not understand. */
  class IntegrationError extends Error {
    name = "IntegrationError";
  }
  let mounted = null;

  function checkout(secret, onComplete) {
    let frame = null;
    let isDestroyed = false;
    const listen = (event) => {
      if (!frame || event.source !== frame.contentWindow || event.origin !== location.origin) return;
      const { type, height, return_to } = event.data ?? {};
      if (type === "sandbox-stripe-height") frame.style.height = `${Math.ceil(height)}px`;
      if (type !== "sandbox-stripe-complete") return;
      if (return_to) location.assign(return_to);
      else onComplete?.();
    };
    const unmount = () => {
      window.removeEventListener("message", listen);
      frame?.remove();
      frame = null;
      if (mounted === self) mounted = null;
    };
    const self = {
      mount(place) {
        if (isDestroyed) throw new IntegrationError("This embedded Checkout has been destroyed.");
        if (mounted && mounted !== self)
          throw new IntegrationError("You cannot have multiple embedded Checkout objects.");
        const element = typeof place === "string" ? document.querySelector(place) : place;
        if (!element)
          throw new IntegrationError(`The selector you specified (${place}) applies to no DOM elements.`);
        unmount();
        frame = document.createElement("iframe");
        frame.src = `/sandbox/stripe/checkout/${encodeURIComponent(secret)}`;
        frame.name = "embedded-checkout";
        frame.title = "Secure payment form";
        frame.allow = "payment *";
        frame.style.cssText = "display: block; width: 100%; height: 640px; border: 0; color-scheme: light";
        window.addEventListener("message", listen);
        element.replaceChildren(frame);
        mounted = self;
      },
      unmount,
      destroy() {
        unmount();
        isDestroyed = true;
      },
    };
    return self;
  }

  window.Stripe = (publishableKey) => {
    if (typeof publishableKey !== "string" || !publishableKey.startsWith("pk_"))
      throw new IntegrationError(
        "Please call Stripe() with your publishable key. You used an empty string or a secret key.",
      );
    return {
      async createEmbeddedCheckoutPage({ fetchClientSecret, clientSecret, onComplete } = {}) {
        if (mounted) throw new IntegrationError("You cannot have multiple embedded Checkout objects.");
        const secret = clientSecret ?? (await fetchClientSecret?.());
        if (typeof secret !== "string" || !secret.includes("_secret_"))
          throw new IntegrationError("Invalid client secret: it consists of an id, _secret_ and a secret.");
        const answer = await fetch(`/sandbox/stripe/checkout/${encodeURIComponent(secret)}/state`);
        const { error, status } = await answer.json();
        if (error) throw new IntegrationError(error.message);
        if (status !== "open") throw new IntegrationError("This Checkout Session is no longer active.");
        return checkout(secret, onComplete);
      },
      // Renamed in this version of Stripe.js, where the old name throws too.
      async initEmbeddedCheckout() {
        throw new IntegrationError(
          "initEmbeddedCheckout() has been renamed: call createEmbeddedCheckoutPage().",
        );
      },
    };
  };
  window.Stripe.version = "dahlia";
})();
