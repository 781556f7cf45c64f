import { account } from './account.ts'
import { alarms } from './alarms.ts'
import { equipment } from './ambulance/equipment/checks.ts'
import { fleet } from './ambulance/fleet.ts'
import { inbound } from './ambulance/inbound.ts'
import { missions } from './ambulance/missions.ts'
import { referrals } from './ambulance/referrals.ts'
import { missionFollowUp } from './ambulance/reports/follow-up.ts'
import { missionReports } from './ambulance/reports/reports.ts'
import { audit } from './audit.ts'
import { devices } from './devices.ts'
import { formDelivery } from './forms/delivery.ts'
import {
  ambulanceReferrals,
  ambulanceRequests,
  formRecords,
  operationRecords,
  transportationTreatments,
} from './forms/records.ts'
import { formSettings } from './forms/settings.ts'
import { groups } from './groups.ts'
import { hospitals } from './hospitals.ts'
import { ingest } from './ingest.ts'
import { line } from './line.ts'
import { monitoring } from './monitoring.ts'
import { admissionRequests } from './patient-flow/admission-requests.ts'
import { admissions } from './patient-flow/admissions.ts'
import { beds } from './patient-flow/beds.ts'
import { census } from './patient-flow/census.ts'
import { erBoard } from './patient-flow/er-board.ts'
import { fluids } from './patient-flow/fluids.ts'
import { opd } from './patient-flow/opd.ts'
import { rounds } from './patient-flow/rounds.ts'
import { triage } from './patient-flow/triage.ts'
import { visits } from './patient-flow/visits.ts'
import { patients } from './patients.ts'
import { permissionMatrix } from './permissions.ts'
import { readings } from './readings.ts'
import { reference } from './reference.ts'
import { savedViews } from './saved-views.ts'
import { passwordLinks } from './sign-in/password-links.ts'
import { secondFactor } from './sign-in/second-factor.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signInSteps } from './sign-in/sign-in-steps.ts'
import { spo2Scale } from './spo2-scale.ts'
import { summary } from './summary.ts'
import { thresholds } from './thresholds.ts'
import { users } from './users.ts'
import { wallet } from './wallet.ts'
import type { Endpoint } from './wire/endpoint.ts'

export * from './account.ts'
export * from './alarm-urgency.ts'
export * from './alarms.ts'
export * from './ambulance/call-time.ts'
export * from './ambulance/codes.ts'
export * from './ambulance/distances.ts'
export * from './ambulance/duty.ts'
export * from './ambulance/equipment/checks.ts'
export * from './ambulance/equipment/items.ts'
export * from './ambulance/equipment/result.ts'
export * from './ambulance/expiry.ts'
export * from './ambulance/fee.ts'
export * from './ambulance/fleet.ts'
export * from './ambulance/inbound.ts'
export * from './ambulance/mission-reasons.ts'
export * from './ambulance/mission-states.ts'
export * from './ambulance/mission-suggestion.ts'
export * from './ambulance/mission-targets.ts'
export * from './ambulance/mission-times.ts'
export * from './ambulance/missions.ts'
export * from './ambulance/needed-sheets.ts'
export * from './ambulance/operations.ts'
export * from './ambulance/referrals.ts'
export * from './ambulance/reports/follow-up.ts'
export * from './ambulance/reports/hospital-outcome.ts'
export * from './ambulance/reports/nearest-rank.ts'
export * from './ambulance/reports/reports.ts'
export * from './ambulance/teams.ts'
export * from './ambulance/vehicle-label.ts'
export * from './ambulance/vehicles.ts'
export * from './approval.ts'
export * from './audit.ts'
export * from './clinical/age.ts'
export * from './clinical/alarm-rules.ts'
export * from './clinical/bands.ts'
export * from './clinical/blood-pressure.ts'
export * from './clinical/bmi.ts'
export * from './clinical/discharge.ts'
export * from './clinical/emergency/apgar.ts'
export * from './clinical/emergency/body-regions.ts'
export * from './clinical/emergency/burn-area.ts'
export * from './clinical/emergency/drug-dose.ts'
export * from './clinical/emergency/drug-list.ts'
export * from './clinical/emergency/field-triage.ts'
export * from './clinical/emergency/finding.ts'
export * from './clinical/emergency/glasgow-coma-scale.ts'
export * from './clinical/emergency/morse.ts'
export * from './clinical/emergency/oxygen-supply.ts'
export * from './clinical/emergency/referral-risk.ts'
export * from './clinical/emergency/sepsis.ts'
export * from './clinical/emergency/stroke-score.ts'
export * from './clinical/emergency/trauma-score.ts'
export * from './clinical/flowsheet.ts'
export * from './clinical/fluid-balance.ts'
export * from './clinical/glucose.ts'
export * from './clinical/labs.ts'
export * from './clinical/limits.ts'
export * from './clinical/map.ts'
export * from './clinical/news2.ts'
export * from './clinical/observation.ts'
export * from './clinical/oxygen.ts'
export * from './clinical/plausibility.ts'
export * from './clinical/pulse.ts'
export * from './clinical/respiration.ts'
export * from './clinical/score-history.ts'
export * from './clinical/shifts.ts'
export * from './clinical/sickness.ts'
export * from './clinical/temperature.ts'
export * from './clinical/triage.ts'
export * from './clinical/units.ts'
export * from './clinical/vital-signs.ts'
export * from './devices.ts'
export * from './forms/answers.ts'
export { isHint, readsPlans } from './forms/calculations/calculation-rules.ts'
export * from './forms/calculations/calculations.ts'
export * from './forms/calculations/phrases.ts'
export { usesOxygen } from './forms/calculations/readers.ts'
export { isAdvanced } from './forms/care-rows.ts'
export { listComputedColumns } from './forms/computed-columns.ts'
export * from './forms/conditions.ts'
export * from './forms/contradictions.ts'
export * from './forms/delivery.ts'
export {
  departureSteps,
  formsWithSteps,
  isCrewField,
  lifeSteps,
  mayAnswer,
  stepNames,
} from './forms/departure-steps.ts'
export { listExtraPrices } from './forms/fee-fields.ts'
export * from './forms/fhir.ts'
export * from './forms/form.ts'
export * from './forms/form-names.ts'
export * from './forms/forms.ts'
export * from './forms/handover-story.ts'
export * from './forms/measured-rows.ts'
export * from './forms/options.ts'
export * from './forms/parts.ts'
export * from './forms/print/print-plan.ts'
export * from './forms/print/printed-vitals.ts'
export * from './forms/records.ts'
export { findReferPriority } from './forms/referral/priority.ts'
export * from './forms/referral/refer-status.ts'
export { listPlannedEquipment } from './forms/referral/transport-plan.ts'
export { hasOldVitals, oldVitalsReason } from './forms/referral/vitals-age.ts'
export * from './forms/schema.ts'
export * from './forms/sealing.ts'
export * from './forms/settings.ts'
export { isSettled } from './forms/settled-fields.ts'
export * from './forms/signatures.ts'
export * from './groups.ts'
export * from './hospitals.ts'
export * from './ingest.ts'
export * from './line.ts'
export * from './monitoring.ts'
export * from './patient-flow/admission-codes.ts'
export * from './patient-flow/admission-requests.ts'
export * from './patient-flow/admissions.ts'
export * from './patient-flow/beds.ts'
export * from './patient-flow/census.ts'
export * from './patient-flow/er-board.ts'
export * from './patient-flow/fluids.ts'
export * from './patient-flow/numbers.ts'
export * from './patient-flow/opd.ts'
export * from './patient-flow/refusal.ts'
export * from './patient-flow/rounds.ts'
export * from './patient-flow/triage.ts'
export * from './patient-flow/visits.ts'
export * from './patient-flow/zones.ts'
export * from './patient-record.ts'
export * from './patients.ts'
export * from './permissions.ts'
export * from './readings.ts'
export * from './reference.ts'
export * from './saved-views.ts'
export * from './sign-in/password-links.ts'
export * from './sign-in/passwords.ts'
export * from './sign-in/registration.ts'
export * from './sign-in/second-factor.ts'
export * from './sign-in/sign-in.ts'
export * from './sign-in/sign-in-steps.ts'
export * from './spo2-scale.ts'
export * from './summary.ts'
export * from './thresholds.ts'
export * from './timeline.ts'
export * from './users.ts'
export * from './wallet.ts'
export * from './wire/access.ts'
export * from './wire/client.ts'
export * from './wire/codes.ts'
export * from './wire/compare.ts'
export * from './wire/endpoint.ts'
export * from './wire/fields.ts'
export * from './wire/labels.ts'
export * from './wire/openapi.ts'
export * from './wire/phone.ts'
export * from './wire/report-span.ts'
export * from './wire/thai.ts'

/** The whole API, one group for each feature. */
export const contract = {
  signIn: { ...signIn, ...signInSteps },
  hospitals,
  patients,
  reference,
  monitoring,
  readings,
  spo2Scale,
  summary,
  devices,
  alarms,
  thresholds,
  visits,
  triage,
  erBoard,
  opd,
  ingest,
  audit,
  groups,
  secondFactor,
  line,
  users,
  permissions: permissionMatrix,
  account,
  savedViews,
  passwordLinks,
  wallet,
  admissions,
  admissionRequests,
  beds,
  rounds,
  census,
  fluids,
  ambulanceRequests,
  ambulanceReferrals,
  operationRecords,
  transportationTreatments,
  fleet,
  formDelivery,
  formRecords,
  formSettings,
  missions,
  missionReports,
  missionFollowUp,
  referrals,
  inbound,
  equipment,
} satisfies Record<string, Record<string, Endpoint>>
