/** What a page shows at a width, read from the browser's own layout. */
import type { Page } from "playwright/test";

/** From the smallest phone to a large screen; 1024 is a laptop of 1280 at 125 %. */
const widths = [320, 390, 600, 768, 820, 900, 1024, 1130, 1280, 1440, 1920] as const;

/** How many characters of a row's first cell are never cut. */
const kept = 12;

/** How many characters make a paragraph or a list's item a sentence; shorter ones are labels. */
const sentenceLength = 30;

/**
 * Everything that is wrong with the layout of an open dialog, else of the page's main part: texts that lie on each
 * other, buttons wider than their place, headings broken inside a word, sentences and rows' first words that are cut,
 * and scrolling sideways. Empty for a sound page.
 */
export const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ kept, sentenceLength }) => {
      const part = document.querySelector("[role=dialog]") ?? document.querySelector("main");
      if (!part) return ["there is no main part"];
      const faults: string[] = [];
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > innerWidth) faults.push(`scrolls sideways: ${scrollWidth} of ${innerWidth}`);

      /** The part of a rectangle that its clipping ancestors let through. */
      const seen = (rect: DOMRect, from: Element): DOMRect | null => {
        // Such as what a closed <details> holds.
        if (!from.checkVisibility()) return null;
        let { left, top, right, bottom } = rect;
        for (let around: Element | null = from; around; around = around.parentElement) {
          const { overflowX, overflowY, clipPath, visibility, display } = getComputedStyle(around);
          if (visibility === "hidden" || display === "none") return null;
          if (overflowX === "visible" && overflowY === "visible" && clipPath === "none") continue;
          const box = around.getBoundingClientRect();
          left = Math.max(left, box.left);
          right = Math.min(right, box.right);
          top = Math.max(top, box.top);
          bottom = Math.min(bottom, box.bottom);
        }
        return right - left > 1 && bottom - top > 1
          ? new DOMRect(left, top, right - left, bottom - top)
          : null;
      };

      type Word = { text: string; rect: DOMRect; element: Element };
      const words: Word[] = [];
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim() ?? "";
        // A sticky bar is meant to lie over what scrolls under it.
        if (text === "" || !element || element.closest("script, style, option, .sticky, .sr-only")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          const shown = seen(rect, element);
          if (shown) words.push({ text, rect: shown, element });
        }
      }
      /** Whether what does not fit is meant to be cut, with an ellipsis, or can be scrolled to. */
      const mayBeCut = (from: Element): boolean => {
        for (let around: Element | null = from; around && around !== part; around = around.parentElement) {
          const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(around);
          if (textOverflow === "ellipsis" || webkitLineClamp !== "none" || /auto|scroll/.test(overflowX))
            return true;
        }
        return false;
      };
      for (const sentence of part.querySelectorAll("p, li")) {
        if ((sentence.textContent?.trim().length ?? 0) < sentenceLength) continue;
        // A row with fields is no sentence.
        if (sentence.querySelector("input, select, textarea")) continue;
        const range = document.createRange();
        range.selectNodeContents(sentence);
        const wanted = range.getBoundingClientRect();
        const shown = seen(wanted, sentence);
        if (shown && shown.width < wanted.width - 2 && !mayBeCut(sentence))
          faults.push(`a sentence is cut: "${sentence.textContent?.trim().slice(0, 40)}"`);
      }

      const overlap = (a: DOMRect, b: DOMRect) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
      for (const [at, one] of words.entries())
        for (const other of words.slice(at + 1))
          if (one.element !== other.element && overlap(one.rect, other.rect))
            faults.push(`"${one.text.slice(0, 30)}" lies on "${other.text.slice(0, 30)}"`);

      for (const button of part.querySelectorAll("button, a")) {
        const place = button.parentElement?.getBoundingClientRect();
        const { right, width } = button.getBoundingClientRect();
        if (place && width > 1 && seen(place, button) && right > place.right + 1)
          faults.push(`"${button.textContent?.trim().slice(0, 30)}" is wider than its place`);
      }

      for (const heading of part.querySelectorAll("thead th")) {
        const text = heading.textContent?.trim() ?? "";
        const range = document.createRange();
        range.selectNodeContents(heading);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (text !== "" && !/\s/.test(text) && lines.size > 1) faults.push(`"${text}" is broken inside`);
      }

      for (const cell of part.querySelectorAll("tbody td:first-child")) {
        const first = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        let node = first.nextNode();
        // A face's letters stand beside the text and are not it.
        while (node && (node.parentElement?.closest("[aria-hidden]") || node.textContent?.trim() === ""))
          node = first.nextNode();
        const element = node?.parentElement;
        if (!node || !element || element.closest(".sr-only")) continue;
        const range = document.createRange();
        range.setStart(node, 0);
        range.setEnd(node, Math.min(kept, node.textContent?.length ?? 0));
        const wanted = range.getBoundingClientRect();
        const shown = seen(wanted, element);
        if (!shown || shown.width < wanted.width - 1)
          faults.push(`a row's first words are cut: "${node.textContent?.slice(0, kept)}"`);
      }
      return faults;
    },
    { kept, sentenceLength },
  );

/** The faults of a page at every width, each with its width. */
export async function faultsAtEveryWidth(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await faultsOf(page)) faults.push(`${width}: ${fault}`);
  }
  return faults;
}
