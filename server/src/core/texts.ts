import { type AlarmRule, type FormName, type FormTexts, findRuleLimit, type Language } from 'contract'
import admissionsEn from 'contract/locales/en/admissions.json' with { type: 'json' }
import alarmsEn from 'contract/locales/en/alarms.json' with { type: 'json' }
import ambulanceReferralEn from 'contract/locales/en/ambulance-referral.json' with { type: 'json' }
import ambulanceRequestEn from 'contract/locales/en/ambulance-request.json' with { type: 'json' }
import auditEn from 'contract/locales/en/audit.json' with { type: 'json' }
import calculationsEn from 'contract/locales/en/calculations.json' with { type: 'json' }
import censusEn from 'contract/locales/en/census.json' with { type: 'json' }
import devicesEn from 'contract/locales/en/devices.json' with { type: 'json' }
import equipmentEn from 'contract/locales/en/equipment.json' with { type: 'json' }
import fleetEn from 'contract/locales/en/fleet.json' with { type: 'json' }
import followUpEn from 'contract/locales/en/follow-up.json' with { type: 'json' }
import formOptionsEn from 'contract/locales/en/form-options.json' with { type: 'json' }
import formsEn from 'contract/locales/en/forms.json' with { type: 'json' }
import messagesEn from 'contract/locales/en/messages.json' with { type: 'json' }
import missionReportsEn from 'contract/locales/en/mission-reports.json' with { type: 'json' }
import missionsEn from 'contract/locales/en/missions.json' with { type: 'json' }
import operationFormEn from 'contract/locales/en/operation-form.json' with { type: 'json' }
import patientsEn from 'contract/locales/en/patients.json' with { type: 'json' }
import permissionsEn from 'contract/locales/en/permissions.json' with { type: 'json' }
import readingsEn from 'contract/locales/en/readings.json' with { type: 'json' }
import referralsEn from 'contract/locales/en/referrals.json' with { type: 'json' }
import transportationTreatmentEn from 'contract/locales/en/transportation-treatment.json' with {
  type: 'json',
}
import triageEn from 'contract/locales/en/triage.json' with { type: 'json' }
import uiEn from 'contract/locales/en/ui.json' with { type: 'json' }
import usersEn from 'contract/locales/en/users.json' with { type: 'json' }
import vitalSignsEn from 'contract/locales/en/vital-signs.json' with { type: 'json' }
import walletEn from 'contract/locales/en/wallet.json' with { type: 'json' }
import wardBoardEn from 'contract/locales/en/ward-board.json' with { type: 'json' }
import admissionsTh from 'contract/locales/th/admissions.json' with { type: 'json' }
import alarmsTh from 'contract/locales/th/alarms.json' with { type: 'json' }
import ambulanceReferralTh from 'contract/locales/th/ambulance-referral.json' with { type: 'json' }
import ambulanceRequestTh from 'contract/locales/th/ambulance-request.json' with { type: 'json' }
import auditTh from 'contract/locales/th/audit.json' with { type: 'json' }
import calculationsTh from 'contract/locales/th/calculations.json' with { type: 'json' }
import censusTh from 'contract/locales/th/census.json' with { type: 'json' }
import devicesTh from 'contract/locales/th/devices.json' with { type: 'json' }
import equipmentTh from 'contract/locales/th/equipment.json' with { type: 'json' }
import fleetTh from 'contract/locales/th/fleet.json' with { type: 'json' }
import followUpTh from 'contract/locales/th/follow-up.json' with { type: 'json' }
import formOptionsTh from 'contract/locales/th/form-options.json' with { type: 'json' }
import formsTh from 'contract/locales/th/forms.json' with { type: 'json' }
import messagesTh from 'contract/locales/th/messages.json' with { type: 'json' }
import missionReportsTh from 'contract/locales/th/mission-reports.json' with { type: 'json' }
import missionsTh from 'contract/locales/th/missions.json' with { type: 'json' }
import operationFormTh from 'contract/locales/th/operation-form.json' with { type: 'json' }
import patientsTh from 'contract/locales/th/patients.json' with { type: 'json' }
import permissionsTh from 'contract/locales/th/permissions.json' with { type: 'json' }
import readingsTh from 'contract/locales/th/readings.json' with { type: 'json' }
import referralsTh from 'contract/locales/th/referrals.json' with { type: 'json' }
import transportationTreatmentTh from 'contract/locales/th/transportation-treatment.json' with {
  type: 'json',
}
import triageTh from 'contract/locales/th/triage.json' with { type: 'json' }
import uiTh from 'contract/locales/th/ui.json' with { type: 'json' }
import usersTh from 'contract/locales/th/users.json' with { type: 'json' }
import vitalSignsTh from 'contract/locales/th/vital-signs.json' with { type: 'json' }
import walletTh from 'contract/locales/th/wallet.json' with { type: 'json' }
import wardBoardTh from 'contract/locales/th/ward-board.json' with { type: 'json' }

/** The texts that leave the server in files and messages; the screens read the same files. */
export const texts = {
  en: {
    admissions: admissionsEn,
    alarms: alarmsEn,
    audit: auditEn,
    calculations: calculationsEn,
    census: censusEn,
    devices: devicesEn,
    equipment: equipmentEn,
    fleet: fleetEn,
    followUp: followUpEn,
    formOptions: formOptionsEn,
    forms: formsEn,
    'ambulance-referral': ambulanceReferralEn,
    'ambulance-request': ambulanceRequestEn,
    'operation-form': operationFormEn,
    'transportation-treatment': transportationTreatmentEn,
    messages: messagesEn,
    missionReports: missionReportsEn,
    missions: missionsEn,
    patients: patientsEn,
    permissions: permissionsEn,
    readings: readingsEn,
    referrals: referralsEn,
    triage: triageEn,
    ui: uiEn,
    users: usersEn,
    vitalSigns: vitalSignsEn,
    wallet: walletEn,
    wardBoard: wardBoardEn,
  },
  th: {
    admissions: admissionsTh,
    alarms: alarmsTh,
    audit: auditTh,
    calculations: calculationsTh,
    census: censusTh,
    devices: devicesTh,
    equipment: equipmentTh,
    fleet: fleetTh,
    followUp: followUpTh,
    formOptions: formOptionsTh,
    forms: formsTh,
    'ambulance-referral': ambulanceReferralTh,
    'ambulance-request': ambulanceRequestTh,
    'operation-form': operationFormTh,
    'transportation-treatment': transportationTreatmentTh,
    messages: messagesTh,
    missionReports: missionReportsTh,
    missions: missionsTh,
    patients: patientsTh,
    permissions: permissionsTh,
    readings: readingsTh,
    referrals: referralsTh,
    triage: triageTh,
    ui: uiTh,
    users: usersTh,
    vitalSigns: vitalSignsTh,
    wallet: walletTh,
    wardBoard: wardBoardTh,
  },
}

/** Each vital sign, or other value of a reading, as exported files name it: in full where screens abbreviate. */
export function getFullName(vital: keyof typeof vitalSignsEn, language: Language): string {
  const names: { name: string; csv?: string } = texts[language].vitalSigns[vital]
  return names.csv ?? names.name
}

/** What an alarm is raised for: "SpO₂ low", "Fall". */
export function getRuleText(rule: AlarmRule, language: Language): string {
  const { alarms, vitalSigns } = texts[language]
  const limit = findRuleLimit(rule)
  if (limit) return vitalSigns[limit.vital][limit.bound]
  return alarms.rule[rule as Exclude<AlarmRule, AlarmRule<'limit'>>]
}

/** How a form and what it asks are named; its texts are a file of its name. */
export function getFormTexts(form: FormName, language: Language): FormTexts {
  return { ...texts[language][form], options: texts[language].formOptions }
}

/** Fills the gaps of a text, `{{name}}`, as the screens do. */
export function fillText(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, gap: string) => {
    const value = values[gap]
    if (value === undefined) throw new Error(`The text has no value for ${gap}.`)
    return String(value)
  })
}
