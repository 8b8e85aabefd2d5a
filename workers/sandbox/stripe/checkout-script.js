// The payment form in the browser: fills in test cards, checks fields, sends the payment, asks for 3-D Secure.

const form = document.querySelector("form[data-session]");
const tell = (message) => parent !== window && parent.postMessage(message, location.origin);

// The page that embeds the form makes room for it.
new ResizeObserver(() =>
  tell({ type: "sandbox-stripe-height", height: document.documentElement.getBoundingClientRect().height }),
).observe(document.body);

if (form) {
  const { session } = form.dataset;
  const field = (name) => form.elements.namedItem(name);
  const digits = (name) => field(name).value.replaceAll(/\D/g, "");
  const challenge = document.querySelector("dialog");
  const button = form.querySelector("button[type=submit]");
  const words = button.textContent;

  /** The problem beside its field; those of the whole payment above the button. */
  const show = (message, name) => {
    const place = (name && document.getElementById(`${name}-problem`)) || form.querySelector(".problem");
    place.textContent = message;
    if (!name) return;
    field(name).setAttribute("aria-invalid", "true");
    field(name).focus();
  };
  const clear = () => {
    for (const place of form.querySelectorAll(".problem, [id$=-problem]")) place.textContent = "";
    for (const one of form.elements) one.removeAttribute("aria-invalid");
  };

  field("card").addEventListener("input", () => {
    field("card").value = digits("card")
      .slice(0, 19)
      .replaceAll(/(\d{4})(?=\d)/g, "$1 ");
  });
  field("expiry").addEventListener("input", (event) => {
    if (event.inputType?.startsWith("delete")) return;
    const typed = digits("expiry").slice(0, 4);
    field("expiry").value = typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed;
  });

  for (const card of document.querySelectorAll("[data-card]"))
    card.addEventListener("click", () => {
      field("card").value = card.dataset.card.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
      field("expiry").value = `12 / ${String(new Date().getFullYear() + 3).slice(2)}`;
      field("cvc").value = "123";
      for (const [name, value] of Object.entries({
        email: "ada@example.com",
        name: "Ada Lovelace",
        postal_code: "94107",
      }))
        if (field(name).value === "") field(name).value = value;
      clear();
      button.focus();
    });

  /** The first thing that is wrong, as [field, words]. */
  function problem() {
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(field("email").value))
      return ["email", "Your email is incomplete."];
    if (digits("card").length < 14) return ["card", "Your card number is incomplete."];
    const [month, year] = [Number(digits("expiry").slice(0, 2)), 2000 + Number(digits("expiry").slice(2))];
    if (digits("expiry").length < 4 || month < 1 || month > 12)
      return ["expiry", "Your card's expiration date is incomplete."];
    if (new Date(year, month) <= new Date()) return ["expiry", "Your card's expiration date is in the past."];
    if (digits("cvc").length < 3) return ["cvc", "Your card's security code is incomplete."];
    if (field("name").value.trim() === "") return ["name", "Enter the name on the card."];
    return null;
  }

  const fields = { invalid_number: "card", expired_card: "expiry", incorrect_cvc: "cvc" };

  async function pay(outcome) {
    button.disabled = true;
    button.textContent = "Processing…";
    try {
      const response = await fetch(`/sandbox/stripe/checkout/${encodeURIComponent(session)}/pay`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({
          card: digits("card"),
          exp_month: Number(digits("expiry").slice(0, 2)),
          exp_year: 2000 + Number(digits("expiry").slice(2)),
          email: field("email").value.trim(),
          name: field("name").value.trim(),
          country: field("country").value,
          postal_code: field("postal_code").value.trim(),
          ...(outcome && { challenge: outcome }),
        }),
      });
      const answer = await response.json();
      if (!response.ok) return show(answer.error.message, fields[answer.error.code]);
      if (answer.status === "requires_action") return challenge.showModal();
      if (parent !== window) tell({ type: "sandbox-stripe-complete", return_to: answer.return_to });
      else if (answer.return_to) location.assign(answer.return_to);
    } catch {
      show("The payment could not be sent. Check your connection and try again.");
    } finally {
      button.disabled = false;
      button.textContent = words;
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clear();
    const wrong = problem();
    if (wrong) show(wrong[1], wrong[0]);
    else pay();
  });
  for (const choice of challenge.querySelectorAll("[data-outcome]"))
    choice.addEventListener("click", () => {
      challenge.close();
      pay(choice.dataset.outcome);
    });
}
