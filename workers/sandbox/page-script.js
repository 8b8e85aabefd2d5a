// What the sandbox's pages do in a browser: copy, order, delete, and tell times in the reader's zone.

for (const time of document.querySelectorAll("time"))
  time.textContent = new Date(time.dateTime).toLocaleString(undefined, {
    dateStyle: "medium",
    timeStyle: "medium",
  });

for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  });

/** Sends and shows the page anew; answers with the problem, if there is one. */
async function send(url, method, body) {
  const response = await fetch(url, {
    method,
    headers: { accept: "application/json", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const next = response.headers.get("x-go-to");
  if (response.ok && next) location.assign(next);
  else if (response.ok) location.reload();
  else return (await response.json()).error.message;
}

for (const button of document.querySelectorAll("[data-post], [data-delete]"))
  button.addEventListener("click", () => {
    button.disabled = true;
    if (button.dataset.post) send(button.dataset.post, "POST", {});
    else send(button.dataset.delete, "DELETE");
  });

for (const form of document.querySelectorAll("form[data-json]"))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = {};
    for (const field of form.elements) {
      if (!field.name || (field.type === "checkbox" ? !field.checked : field.value === "")) continue;
      if (field.type === "checkbox") body[field.name] = true;
      else body[field.name] = "number" in field.dataset ? Number(field.value) : field.value;
    }
    form.querySelector(".problem").textContent = (await send(form.dataset.json, "POST", body)) ?? "";
  });
