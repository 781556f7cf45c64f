import 'i18next'
import type account from './en/account.json'
import type alarms from './en/alarms.json'
import type app from './en/app.json'
import type audit from './en/audit.json'
import type bands from './en/bands.json'
import type codes from './en/codes.json'
import type devices from './en/devices.json'
import type forms from './en/forms.json'
import type groups from './en/groups.json'
import type hospitals from './en/hospitals.json'
import type ingest from './en/ingest.json'
import type line from './en/line.json'
import type monitoring from './en/monitoring.json'
import type passwordLinks from './en/password-links.json'
import type patientForm from './en/patient-form.json'
import type patientList from './en/patient-list.json'
import type patientRecord from './en/patient-record.json'
import type patients from './en/patients.json'
import type permissions from './en/permissions.json'
import type readings from './en/readings.json'
import type secondFactor from './en/second-factor.json'
import type signIn from './en/sign-in.json'
import type thresholds from './en/thresholds.json'
import type ui from './en/ui.json'
import type users from './en/users.json'
import type validation from './en/validation.json'
import type wallet from './en/wallet.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: {
      account: typeof account
      alarms: typeof alarms
      app: typeof app
      audit: typeof audit
      bands: typeof bands
      codes: typeof codes
      devices: typeof devices
      forms: typeof forms
      groups: typeof groups
      hospitals: typeof hospitals
      ingest: typeof ingest
      line: typeof line
      monitoring: typeof monitoring
      'password-links': typeof passwordLinks
      'patient-list': typeof patientList
      'patient-record': typeof patientRecord
      'patient-form': typeof patientForm
      patients: typeof patients
      permissions: typeof permissions
      readings: typeof readings
      'second-factor': typeof secondFactor
      'sign-in': typeof signIn
      thresholds: typeof thresholds
      ui: typeof ui
      users: typeof users
      validation: typeof validation
      wallet: typeof wallet
    }
  }
}
