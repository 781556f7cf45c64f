import 'i18next'
import type account from 'contract/locales/en/account.json'
import type admissionRequests from 'contract/locales/en/admission-requests.json'
import type admissions from 'contract/locales/en/admissions.json'
import type alarms from 'contract/locales/en/alarms.json'
import type ambulanceReferral from 'contract/locales/en/ambulance-referral.json'
import type ambulanceRequest from 'contract/locales/en/ambulance-request.json'
import type app from 'contract/locales/en/app.json'
import type audit from 'contract/locales/en/audit.json'
import type bands from 'contract/locales/en/bands.json'
import type beds from 'contract/locales/en/beds.json'
import type beforeSignIn from 'contract/locales/en/before-sign-in.json'
import type calculations from 'contract/locales/en/calculations.json'
import type census from 'contract/locales/en/census.json'
import type codes from 'contract/locales/en/codes.json'
import type devices from 'contract/locales/en/devices.json'
import type equipment from 'contract/locales/en/equipment.json'
import type erBoard from 'contract/locales/en/er-board.json'
import type fleet from 'contract/locales/en/fleet.json'
import type flowsheet from 'contract/locales/en/flowsheet.json'
import type fluids from 'contract/locales/en/fluids.json'
import type followUp from 'contract/locales/en/follow-up.json'
import type formOptions from 'contract/locales/en/form-options.json'
import type forms from 'contract/locales/en/forms.json'
import type groups from 'contract/locales/en/groups.json'
import type handover from 'contract/locales/en/handover.json'
import type hospitals from 'contract/locales/en/hospitals.json'
import type inbound from 'contract/locales/en/inbound.json'
import type ingest from 'contract/locales/en/ingest.json'
import type line from 'contract/locales/en/line.json'
import type map from 'contract/locales/en/map.json'
import type missionReports from 'contract/locales/en/mission-reports.json'
import type missions from 'contract/locales/en/missions.json'
import type monitoring from 'contract/locales/en/monitoring.json'
import type offline from 'contract/locales/en/offline.json'
import type opd from 'contract/locales/en/opd.json'
import type operationForm from 'contract/locales/en/operation-form.json'
import type passwordLinks from 'contract/locales/en/password-links.json'
import type patientForm from 'contract/locales/en/patient-form.json'
import type patientList from 'contract/locales/en/patient-list.json'
import type patientRecord from 'contract/locales/en/patient-record.json'
import type patients from 'contract/locales/en/patients.json'
import type permissions from 'contract/locales/en/permissions.json'
import type readings from 'contract/locales/en/readings.json'
import type referrals from 'contract/locales/en/referrals.json'
import type rounds from 'contract/locales/en/rounds.json'
import type savedViews from 'contract/locales/en/saved-views.json'
import type search from 'contract/locales/en/search.json'
import type secondFactor from 'contract/locales/en/second-factor.json'
import type signIn from 'contract/locales/en/sign-in.json'
import type summary from 'contract/locales/en/summary.json'
import type thresholds from 'contract/locales/en/thresholds.json'
import type transportationTreatment from 'contract/locales/en/transportation-treatment.json'
import type triage from 'contract/locales/en/triage.json'
import type ui from 'contract/locales/en/ui.json'
import type users from 'contract/locales/en/users.json'
import type validation from 'contract/locales/en/validation.json'
import type vitalSigns from 'contract/locales/en/vital-signs.json'
import type wallet from 'contract/locales/en/wallet.json'
import type wardBoard from 'contract/locales/en/ward-board.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: {
      account: typeof account
      'admission-requests': typeof admissionRequests
      admissions: typeof admissions
      calculations: typeof calculations
      census: typeof census
      alarms: typeof alarms
      app: typeof app
      audit: typeof audit
      bands: typeof bands
      beds: typeof beds
      'before-sign-in': typeof beforeSignIn
      codes: typeof codes & typeof beforeSignIn
      devices: typeof devices
      'er-board': typeof erBoard
      equipment: typeof equipment
      fleet: typeof fleet
      flowsheet: typeof flowsheet
      fluids: typeof fluids
      'ambulance-referral': typeof ambulanceReferral
      'ambulance-request': typeof ambulanceRequest
      'follow-up': typeof followUp
      'form-options': typeof formOptions
      forms: typeof forms
      groups: typeof groups
      handover: typeof handover
      hospitals: typeof hospitals
      inbound: typeof inbound
      ingest: typeof ingest
      line: typeof line
      'mission-reports': typeof missionReports
      map: typeof map
      missions: typeof missions
      monitoring: typeof monitoring
      offline: typeof offline
      opd: typeof opd
      'operation-form': typeof operationForm
      'password-links': typeof passwordLinks
      'patient-list': typeof patientList
      'patient-record': typeof patientRecord
      'patient-form': typeof patientForm
      patients: typeof patients
      permissions: typeof permissions
      readings: typeof readings
      referrals: typeof referrals
      rounds: typeof rounds
      'saved-views': typeof savedViews
      search: typeof search
      'second-factor': typeof secondFactor
      'sign-in': typeof signIn
      summary: typeof summary
      thresholds: typeof thresholds
      'transportation-treatment': typeof transportationTreatment
      triage: typeof triage
      ui: typeof ui
      users: typeof users
      validation: typeof validation & typeof beforeSignIn
      'vital-signs': typeof vitalSigns
      wallet: typeof wallet
      'ward-board': typeof wardBoard
    }
  }
}
