/** What the queue asks of an organization that may be purged by then, and what an object without tables answers: none of these creates the tables again. */
export const ofNothing: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["outbox.acknowledge", undefined],
  ["numbers.find", null],
  ["placed.open", null],
  ["analyses.job", null],
  ["analyses.keep", false],
  ["notices.ofCall", { wanted: {}, messages: [] }],
  ["recordings.fetchJob", null],
  ["recordings.reported", undefined],
  ["recordings.stored", false],
  ["contactImports.find", null],
  ["texts.begin", { is: "nothing" }],
  ["texts.claim", { sending: null, announce: [] }],
  ["modelBudget.hold", null],
  ["modelBudget.settle", undefined],
]);
