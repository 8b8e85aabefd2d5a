/** Which names of hosts public DNS can have: addresses that people give never lead into a network (R43). */

/** A host is at most 253 characters long. */
const longestHost = 253;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/** Names that public DNS never has (RFC 2606, RFC 6761, RFC 6762, RFC 8375, RFC 7686); .test stays for trials. */
const reservedEnds = new Set(
  "localhost local internal invalid example onion arpa lan home corp intranet private".split(" "),
);

/** Whether all labels have the form of a host's, whatever the last one is. */
export const hasLabels = (host: string): boolean =>
  host.length <= longestHost && host.split(".").every((one) => label.test(one));

/** Whether a host ends in a name that only private networks and examples have. */
export const isReserved = (host: string): boolean => reservedEnds.has(host.split(".").at(-1) ?? "");

/** Whether the last label can be a top-level domain; that of a numeric address cannot. */
export const hasTopLabel = (host: string): boolean => topLabel.test(host.split(".").at(-1) ?? "");

/** Whether public DNS can have a host: no numeric address, no single label, no name of private networks. */
export const isPublicHost = (host: string): boolean =>
  host.includes(".") && hasLabels(host) && hasTopLabel(host) && !isReserved(host);
