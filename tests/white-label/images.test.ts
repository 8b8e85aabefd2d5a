/** Images of a brand: what an upload accepts, how it is served, and how many are kept. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { forgetImages } from "#app/branding/brand-images.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { at } from "../support/clock.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import {
  brandOf,
  drawnFor,
  goBack,
  notedOf,
  ownerWithHost,
  save,
  seenAt,
  upload,
  uploaded,
} from "./editing.ts";
import { bitmapIco, bytesOf, extendedWebp, ico, jpeg, png, svg, webp } from "./image-fixtures.ts";

const bytesAt = async (path: string) => {
  const answer = await anonymous().get(`https://any-host.test${path}`);
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
};
const rowsOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.brandImages)
    .where(eq(control.brandImages.organization_id, organizationId));

test("an image waits in the form until it is saved, and then stands on the host", async () => {
  const { owner, host, at: addressOf } = await ownerWithHost({}, { onMain: true });
  const path = await uploaded(owner, png(64, 32));
  expect(path).toMatch(/^\/brand-images\/[\w-]{22}\.png$/);
  expect(await brandOf(owner)).toMatchObject({ logo_url: null });
  const form = await drawnFor(owner, `/white-label?logo_url=${encodeURIComponent(path)}`);
  expect(form.get("logo_url")).toBe(path);
  expect((await save(owner, { logo_url: path, favicon_url: path, share_image_url: path })).status).toBe(302);
  const html = await seenAt(host);
  expect(html).toContain(`<img src="${path}"`);
  expect(html).toContain(`<link rel="icon" href="${path}"`);
  expect(html).toContain(`<link rel="apple-touch-icon" href="${path}"`);
  expect(html).toContain(`property="og:image" content="${addressOf(path)}"`);
  expect((await notedOf(owner)).map(({ action }) => action)).toEqual(["brand.image_uploaded", "brand.saved"]);
});

test("R41: an image is served on every host, to everyone, for good, and never as active content", async () => {
  const owner = await memberOf();
  for (const [image, type] of [
    [png(64, 64), "image/png"],
    [jpeg(64, 64), "image/jpeg"],
    [webp(64, 64), "image/webp"],
    [extendedWebp(64, 64), "image/webp"],
    [ico(64), "image/x-icon"],
    [bitmapIco(32), "image/x-icon"],
  ] as const) {
    const path = await uploaded(owner, image);
    const { answer, bytes } = await bytesAt(path);
    expect(answer.status).toBe(200);
    expect(bytes.length).toBeGreaterThan(20);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      "content-type": type,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(headers["content-disposition"]).toMatch(/^inline; filename="image\.(?:png|jpg|webp|ico)"$/);
    expect(answer.headers.get("set-cookie")).toBeNull();
    const head = await anonymous().fetch(path, { method: "HEAD" });
    expect(head.headers.get("content-type")).toBe(type);
    expect((await anonymous().post(path, {})).status).toBe(405);
  }
});

test.each([
  "/brand-images/",
  "/brand-images/AAAAAAAAAAAAAAAAAAAAAA.png",
  "/brand-images/short.png",
  "/brand-images/../settings",
  "/brand-images/AAAAAAAAAAAAAAAAAAAAAA.svg",
  "/brand-images/AAAAAAAAAAAAAAAAAAAAAA.png.html",
])("there is no image at %s", async (path) => {
  const answer = await anonymous().get(path);
  expect(answer.status).toBe(path.includes("..") ? 302 : 404);
});

test("an image has one address: under another ending it is not there", async () => {
  const path = await uploaded(await memberOf(), png(64, 64));
  expect((await anonymous().get(path.replace(".png", ".jpg"))).status).toBe(404);
});

test.each([
  ["logo.svg", "image/svg+xml"],
  ["logo.png", "image/png"],
  ["logo.jpg", "image/jpeg"],
  ["logo.ico", "image/x-icon"],
  ["logo.webp", "image/webp"],
  ["logo", "application/octet-stream"],
  ["logo.html", "text/html"],
])("R41, B45: an SVG named %s of type %s is refused, and what to do is said", async (name, type) => {
  const owner = await memberOf();
  const answer = await upload(owner, svg, { name, type });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("Save it as a PNG");
  expect(await rowsOf(owner)).toEqual([]);
});

test.each([
  [
    "an HTML page named .png",
    bytesOf("<!doctype html><script>alert(1)</script>"),
    422,
    "Use a PNG, JPEG, WebP or ICO",
  ],
  ["0 bytes", bytesOf(), 422, "empty"],
  ["1 MB and a byte", bytesOf(png(64, 64), new Uint8Array(1_048_577 - png(64, 64).length)), 413, "over 1 MB"],
  ["far more than 1 MB", new Uint8Array(3_000_000), 413, "over 1 MB"],
  ["20,000 × 20,000 pixels", png(20_000, 20_000), 422, "between 16 × 16 and 2048 × 2048"],
  ["2049 pixels", png(2049, 64), 422, "between 16 × 16 and 2048 × 2048"],
  ["15 pixels", png(64, 15), 422, "between 16 × 16"],
  ["a PNG that breaks off", png(64, 64).slice(0, 50), 422, "damaged"],
])("R41, B45: %s is refused", async (_, bytes, status, words) => {
  const owner = await memberOf();
  const answer = await upload(owner, bytes);
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(words);
  expect(await rowsOf(owner)).toEqual([]);
});

test("without scripts a refused file leads back to the page, which says what to do", async () => {
  const owner = await memberOf();
  const answer = await upload(owner, svg, { page: true });
  const to = answer.headers.get("location") ?? "";
  expect(to).toBe("/white-label?refused=vector&of=logo_url");
  expect(await pageText(await (await owner.get(to)).text())).toContain("Save it as a PNG");
  const html = await (await owner.get("/white-label?refused=<script>&of=x")).text();
  expect(html).not.toContain("<script>&");
});

test("a share image may be wide, and no taller than it is shown", async () => {
  const owner = await memberOf();
  await uploaded(owner, png(2400, 1260), "share_image_url");
  expect((await upload(owner, png(2400, 1261), { field: "share_image_url" })).status).toBe(422);
  expect((await upload(owner, png(64, 64), { field: "custom_domain" })).status).toBe(400);
});

test("B45: of a polyglot only the image is kept", async () => {
  const owner = await memberOf();
  const path = await uploaded(owner, bytesOf(png(64, 64), "<html><script>alert(1)</script></html>"));
  const { bytes } = await bytesAt(path);
  expect(new TextDecoder("latin1").decode(bytes)).not.toContain("script");
  expect(bytes).toEqual(png(64, 64));
});

test("the same image twice is one, and an organization's images are its own", async () => {
  const owner = await memberOf();
  const path = await uploaded(owner, png(64, 64));
  expect(await uploaded(owner, png(64, 64))).toBe(path);
  expect(await rowsOf(owner)).toHaveLength(1);
  const other = await memberOf();
  const answer = await save(other, { logo_url: path });
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain("Upload the image again");
});

test("a client may wear its agency's images", async () => {
  const agency = await memberOf({ organization: { subscription_tier: "agency" } });
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  const path = await uploaded(agency, png(64, 64));
  expect((await save(client, { logo_url: path })).status).toBe(302);
});

test("without scripts an image is removed by a button of the form", async () => {
  const owner = await memberOf();
  await save(owner, { logo_url: await uploaded(owner, png(64, 64)), company_name: "Harbor" });
  const form = await drawnFor(owner);
  form.set("clear", "logo_url");
  expect((await owner.post("/white-label", form)).status).toBe(302);
  expect(await brandOf(owner)).toMatchObject({ logo_url: null, company_name: "Harbor" });
});

test("50 images are kept; the one in use stays, and a version whose image is gone is restored without it", async () => {
  const owner = await memberOf();
  const first = await uploaded(owner, png(100, 100));
  await save(owner, { logo_url: first, company_name: "With the first" });
  const second = await uploaded(owner, png(101, 100));
  await save(owner, { logo_url: second });
  // An hour takes 20 images.
  for (let hour = 0; hour < 5; hour++)
    await at(Date.now() + hour * 1.1 * hour_ms, async () => {
      for (let width = 200; width < 210; width++) await uploaded(owner, png(width, 100 + hour));
    });
  const kept = await rowsOf(owner);
  expect(kept).toHaveLength(50);
  expect((await anonymous().get(second)).status).toBe(200);
  // Versions' images go last, so the first one is still there.
  expect((await anonymous().get(first)).status).toBe(200);
  const { objects } = await env.FILES.list({ prefix: `brand-images/${owner.organizationId}/` });
  expect(objects).toHaveLength(50);
  await controlPlane()
    .delete(control.brandImages)
    .where(eq(control.brandImages.id, first.slice(14, 36)));
  await goBack(owner, "restore", 2, 1);
  expect(await brandOf(owner)).toMatchObject({ company_name: "With the first", logo_url: null });
});

test("an organization uploads 20 images an hour; one more is refused in words, an image that it has is none", async () => {
  const owner = await memberOf();
  const other = await memberOf({ role: "admin", organizationId: owner.organizationId });
  const noon = Date.now();
  await at(noon, async () => {
    for (let width = 100; width < 120; width++) await uploaded(width % 2 ? owner : other, png(width, 100));
    const answer = await upload(other, png(120, 100));
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBe(3600);
    expect(await answer.text()).toContain("20 images in the last hour");
    expect((await upload(owner, png(100, 100))).status).toBe(200);
    const page = await upload(owner, png(120, 100), { page: true });
    expect(page.headers.get("location")).toBe("/white-label?refused=too_many&of=logo_url");
    expect(await pageText(await (await owner.get("/white-label?refused=too_many")).text())).toContain(
      "20 images in the last hour",
    );
  });
  expect(await rowsOf(owner)).toHaveLength(20);
  await at(noon + hour_ms, () => uploaded(owner, png(120, 100)));
});

test("R48: all files of an organization are deleted with it, and no other's", async () => {
  const [owner, other] = [await memberOf(), await memberOf()];
  const path = await uploaded(owner, png(64, 64));
  const kept = await uploaded(other, png(64, 64));
  await forgetImages(env, owner.organizationId);
  expect((await anonymous().get(path)).status).toBe(404);
  expect((await anonymous().get(kept)).status).toBe(200);
});
