/** The template of each trade. */
import type { AgentDraft } from "#app/agents/agents.schema.ts";
import type { TradeId } from "./trade-words.ts";
import { dental, gym, medicalSpa, physicalTherapy, salon, veterinary } from "./trades-care.ts";
import { accounting, insurance, lawFirm, realEstate, recruiting } from "./trades-offices.ts";
import {
  autoRepair,
  cleaning,
  homeServices,
  hotel,
  propertyManagement,
  restaurant,
} from "./trades-places.ts";

export const trades: Record<TradeId, AgentDraft> = {
  dental,
  medical_spa: medicalSpa,
  physical_therapy: physicalTherapy,
  veterinary,
  salon,
  gym,
  home_services: homeServices,
  auto_repair: autoRepair,
  cleaning,
  property_management: propertyManagement,
  real_estate: realEstate,
  law_firm: lawFirm,
  insurance,
  accounting,
  recruiting,
  restaurant,
  hotel,
};
