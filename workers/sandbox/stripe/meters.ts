/** Billing meters and their events. */
import { z } from "zod";
import { day_s } from "#app/platform/durations.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, integer, paging, text } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { listed, paged } from "./lists.ts";
import { invalid } from "./refusals.ts";
import type { Meter } from "./shapes-base.ts";

const expand = z.array(text).optional();
const newMeter = z.strictObject({
  display_name: text,
  event_name: z.string().min(1).max(100),
  default_aggregation: z.strictObject({ formula: z.enum(["sum", "count", "last"]) }),
  customer_mapping: z.strictObject({ event_payload_key: text, type: z.literal("by_id") }).optional(),
  value_settings: z.strictObject({ event_payload_key: text }).optional(),
  event_time_window: z.enum(["day", "hour"]).optional(),
  expand,
});

export function createMeter(desk: Desk, form: Form): Meter {
  const order = fieldsOf(newMeter, form);
  if (meterNamed(desk, order.event_name))
    throw invalid(`There is already an active meter with event_name ${order.event_name}.`);
  const created = desk.now();
  return desk.put(
    {
      id: newStripeId("mtr_test", 30),
      object: "billing.meter",
      created,
      customer_mapping: order.customer_mapping ?? { event_payload_key: "stripe_customer_id", type: "by_id" },
      default_aggregation: order.default_aggregation,
      display_name: order.display_name,
      event_name: order.event_name,
      event_time_window: order.event_time_window ?? null,
      livemode: false,
      status: "active",
      status_transitions: { deactivated_at: null },
      updated: created,
      value_settings: order.value_settings ?? { event_payload_key: "value" },
    },
    "billing.meter.created",
  );
}

const meterNamed = (desk: Desk, event_name: string): Meter | undefined =>
  desk.objects
    .list("billing.meter")
    .find((meter) => meter.event_name === event_name && meter.status === "active");

export function listMeters(desk: Desk, form: Form) {
  const asked = fieldsOf(z.strictObject({ ...paging, status: text.optional() }), form);
  const found = desk.objects
    .list("billing.meter")
    .filter(({ status }) => asked.status === undefined || status === asked.status);
  return paged(found, asked, "/v1/billing/meters");
}

export function deactivateMeter(desk: Desk, id: string): Meter {
  const meter = desk.need("billing.meter", id);
  return desk.put(
    { ...meter, status: "inactive", status_transitions: { deactivated_at: desk.now() } },
    "billing.meter.deactivated",
  );
}

const newMeterEvent = z.strictObject({
  event_name: z.string().min(1).max(100),
  identifier: z.string().min(1).max(100).optional(),
  payload: z.record(z.string(), z.string()),
  timestamp: integer.optional(),
  expand,
});

/** An event of the past 35 days; one with a known identifier is accepted and counts nothing more. */
export function createMeterEvent(desk: Desk, form: Form): object {
  const order = fieldsOf(newMeterEvent, form);
  const meter = meterNamed(desk, order.event_name);
  if (!meter)
    throw invalid(`No active meter found for event name ${order.event_name}.`, {
      code: "no_meter",
      param: "event_name",
    });
  const customerKey = meter.customer_mapping.event_payload_key;
  const valueKey = meter.value_settings.event_payload_key;
  const customer = order.payload[customerKey];
  if (customer === undefined) throw invalid(`The payload must contain ${customerKey}.`, { param: "payload" });
  const value = meter.default_aggregation.formula === "count" ? "1" : order.payload[valueKey];
  if (value === undefined || !/^-?\d{1,15}(?:\.\d{1,15})?$/.test(value))
    throw invalid(`The payload's ${valueKey} must be a number.`, {
      code: "meter_event_invalid_value",
      param: "payload",
    });
  const now = desk.now(customer);
  const timestamp = order.timestamp ?? now;
  if (timestamp < now - 35 * day_s)
    throw invalid("The timestamp must be within the past 35 calendar days.", {
      code: "timestamp_too_far_in_past",
      param: "timestamp",
    });
  if (timestamp > now + 300)
    throw invalid("The timestamp must not be more than 5 minutes in the future.", {
      code: "timestamp_in_future",
      param: "timestamp",
    });
  desk.customer(customer, `payload[${customerKey}]`);
  const identifier = order.identifier ?? newStripeId("mtr_event");
  desk.usage.add({ identifier, event_name: order.event_name, customer, value: Number(value), timestamp });
  return {
    object: "billing.meter_event",
    created: now,
    event_name: order.event_name,
    identifier,
    livemode: false,
    payload: order.payload,
    timestamp,
  };
}

const summaryQuery = z.strictObject({
  ...paging,
  customer: text,
  start_time: integer,
  end_time: integer,
  value_grouping_window: z.enum(["day", "hour"]).optional(),
});

/** The sum of a customer's usage, whole or by day or hour, newest first. */
export function listSummaries(desk: Desk, id: string, form: Form) {
  const meter = desk.need("billing.meter", id);
  const asked = fieldsOf(summaryQuery, form);
  const step =
    asked.value_grouping_window === "day"
      ? day_s
      : asked.value_grouping_window === "hour"
        ? 3600
        : Math.max(asked.end_time - asked.start_time, 1);
  const summaries: {
    id: string;
    object: string;
    aggregated_value: number;
    start_time: number;
    end_time: number;
    livemode: boolean;
    meter: string;
  }[] = [];
  for (let start = asked.start_time; start < asked.end_time; start += step) {
    const end = Math.min(start + step, asked.end_time);
    const aggregated_value = desk.usage.sum(meter.event_name, asked.customer, start, end);
    if (aggregated_value !== 0 || step > day_s)
      summaries.push({
        id: `mtrusg_${id}_${asked.customer}_${start}`,
        object: "billing.meter_event_summary",
        aggregated_value,
        start_time: start,
        end_time: end,
        livemode: false,
        meter: id,
      });
  }
  const url = `/v1/billing/meters/${id}/event_summaries`;
  return asked.limit === undefined && asked.starting_after === undefined
    ? listed(summaries.reverse().slice(0, 100), url)
    : paged(summaries.reverse(), asked, url);
}
