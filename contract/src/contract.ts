import { account } from './account.ts'
import { alarms } from './alarms.ts'
import { equipment } from './ambulance/equipment/checks.ts'
import { fleet } from './ambulance/fleet.ts'
import { inbound } from './ambulance/inbound.ts'
import { missions } from './ambulance/missions.ts'
import { referrals } from './ambulance/referrals.ts'
import { missionFollowUp } from './ambulance/reports/follow-up.ts'
import { missionReports } from './ambulance/reports/mission-reports.ts'
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
