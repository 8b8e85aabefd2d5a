import journal from './meta/_journal.json';
import m0000 from './0000_first.sql';
import m0001 from './0001_call_words.sql';
import m0002 from './0002_live_call_facts.sql';
import m0003 from './0003_outbox_acknowledged.sql';
import m0004 from './0004_deleted_organizations.sql';
import m0005 from './0005_messages.sql';
import m0006 from './0006_claims_and_lengths.sql';
import m0007 from './0007_billing.sql';
import m0008 from './0008_knowledge.sql';
import m0009 from './0009_booking_changes.sql';
import m0010 from './0010_agent_versions.sql';
import m0011 from './0011_agent_tests.sql';
import m0012 from './0012_call_analyses.sql';
import m0013 from './0013_bounded_calls_and_bookings.sql';
import m0014 from './0014_judged_calls.sql';
import m0015 from './0015_call_model_use.sql';
import m0016 from './0016_end_reasons_and_protection.sql';
import m0017 from './0017_call_remarks_and_classes.sql';
import m0018 from './0018_carrier_accounts.sql';
import m0019 from './0019_call_counts.sql';
import m0020 from './0020_placed_calls.sql';
import m0021 from './0021_call_recordings.sql';
import m0022 from './0022_telephony_settings.sql';
import m0023 from './0023_transfers.sql';
import m0024 from './0024_text_messages.sql';
import m0025 from './0025_contacts.sql';
import m0026 from './0026_campaigns.sql';
import m0027 from './0027_call_backs.sql';
import m0028 from './0028_dialing.sql';
import m0029 from './0029_call_status_groups.sql';
import m0030 from './0030_carrier_subaccounts.sql';
import m0031 from './0031_webhooks.sql';
import m0032 from './0032_api_keys.sql';
import m0033 from './0033_integrations.sql';
import m0034 from './0034_workflows.sql';
import m0035 from './0035_tags_of_calls.sql';
import m0036 from './0036_enabled_since.sql';
import m0037 from './0037_tasks_have_assignees.sql';
import m0038 from './0038_tags_with_calls.sql';

  export default {
    journal,
    migrations: {
      m0000,
m0001,
m0002,
m0003,
m0004,
m0005,
m0006,
m0007,
m0008,
m0009,
m0010,
m0011,
m0012,
m0013,
m0014,
m0015,
m0016,
m0017,
m0018,
m0019,
m0020,
m0021,
m0022,
m0023,
m0024,
m0025,
m0026,
m0027,
m0028,
m0029,
m0030,
m0031,
m0032,
m0033,
m0034,
m0035,
m0036,
m0037,
m0038
    }
  }
  