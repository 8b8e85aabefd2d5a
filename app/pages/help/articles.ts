/** Every article of the help pages. */
import { accountArticles } from "./about-account.ts";
import { agentArticles } from "./about-agents.ts";
import { billingArticles } from "./about-billing.ts";
import { brandArticles } from "./about-brand.ts";
import { callArticles } from "./about-calls.ts";
import { campaignArticles } from "./about-campaigns.ts";
import { contactArticles } from "./about-contacts.ts";
import { integrationArticles } from "./about-integrations.ts";
import { numberArticles } from "./about-numbers.ts";
import { phoneCallArticles } from "./about-phone-calls.ts";
import { startingArticles } from "./about-starting.ts";
import { teamArticles } from "./about-team.ts";
import { platformArticles, troubleArticles } from "./about-trouble.ts";
import { workflowArticles } from "./about-workflows.ts";
import type { Article } from "./article.ts";

export const articles: readonly Article[] = [
  ...startingArticles,
  ...agentArticles,
  ...callArticles,
  ...phoneCallArticles,
  ...campaignArticles,
  ...workflowArticles,
  ...contactArticles,
  ...numberArticles,
  ...integrationArticles,
  ...teamArticles,
  ...accountArticles,
  ...billingArticles,
  ...brandArticles,
  ...troubleArticles,
  ...platformArticles,
];
