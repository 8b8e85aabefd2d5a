/**
 * Fields that Stripe's objects have and the simulation does not play: null, or what they are when they are not used. The
 * names are those of the package's types.
 */

const nulls: Record<string, string> = {
  product: "package_dimensions shippable tax_details url",
  price: "custom_unit_amount transform_quantity",
  payment_method: "customer_account",
  subscription:
    "application billing_cycle_anchor_config billing_thresholds customer_account default_source managed_payments next_pending_invoice_item_invoice payment_settings pending_invoice_item_interval test_clock",
  subscription_item: "billing_thresholds current_trial",
  invoice:
    "account_tax_ids application automatically_finalizes_at custom_fields customer_account customer_phone customer_shipping customer_tax_exempt default_source footer from_invoice last_finalization_error latest_revision receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock total_discount_amounts total_pretax_credit_amounts webhooks_delivered_at",
  line_item: "discount_amounts pretax_credit_amounts quantity_decimal",
  payment_intent:
    "allowed_payment_method_types application automatic_payment_methods cancellation_reason customer_account excluded_payment_method_types managed_payments payment_method_configuration_details payment_method_options payment_record processing review shipping source statement_descriptor statement_descriptor_suffix",
  charge:
    "application calculated_statement_descriptor failure_balance_transaction fraud_details outcome receipt_email receipt_number review shipping source source_transfer statement_descriptor statement_descriptor_suffix transfer_group",
  dispute: "intended_submission_method",
  refund: "customer_account payment_method receipt_number",
  "checkout.session":
    "adaptive_pricing after_expiration allowed_payment_method_types collected_information consent consent_collection currency_conversion customer_account customer_creation discounts integration_identifier invoice_creation managed_payments origin_context payment_link payment_method_configuration_details payment_method_options permissions recovered_from saved_payment_method_options shipping_address_collection shipping_cost submit_type total_details wallet_options",
  subscription_schedule: "application customer_account test_clock",
  transfer: "balance_transaction description transfer_group",
  application_fee: "balance_transaction fee_source originating_transaction",
  "billing_portal.session": "customer_account",
  "billing_portal.configuration": "application business_profile login_page name",
};

const constants: Record<string, object> = {
  subscription: {
    automatic_tax: { enabled: false, disabled_reason: null, liability: null },
    billing_schedules: [],
    discounts: [],
    invoice_settings: { account_tax_ids: null, issuer: { type: "self" } },
  },
  invoice: {
    amount_shipping: 0,
    automatic_tax: { enabled: false, disabled_reason: null, liability: null, provider: null, status: null },
    default_tax_rates: [],
    discounts: [],
    issuer: { type: "self" },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
  },
  payment_intent: { amount_capturable: 0 },
  dispute: { balance_transactions: [], enhanced_eligibility_types: [], evidence: {} },
  "checkout.session": {
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    shipping_options: [],
  },
  subscription_schedule: {
    billing_mode: { type: "flexible", flexible: { proration_discounts: "included" } },
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: "automatic",
      on_behalf_of: null,
      transfer_data: null,
    },
    pause_schedules: [],
  },
  transfer: { reversals: { object: "list", data: [], has_more: false, url: "/v1/transfers/reversals" } },
  application_fee: {
    application: "ca_sandbox",
    refunds: { object: "list", data: [], has_more: false, url: "/v1/application_fees/refunds" },
  },
};

/** What an object of a kind has besides what is played. */
export const unplayed = (kind: string): object => ({
  ...Object.fromEntries((nulls[kind]?.split(" ") ?? []).map((name) => [name, null])),
  ...constants[kind],
});
