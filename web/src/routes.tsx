import type { ComponentType } from 'react'
import { createBrowserRouter, type MiddlewareFunction, type RouteObject, redirect } from 'react-router'
import { CrashNotice, CrashPage } from './app/crash-page.tsx'
import { DrawnScreen } from './app/drawn-screen.tsx'
import { FirstPaint } from './app/first-paint.tsx'
import { loadScreenTexts } from './locales/language.ts'
import {
  addFactorPath,
  changePasswordPath,
  formsPath,
  loginPath,
  patientListPath,
  profilePath,
  securityPath,
} from './paths.ts'
import { formatScreenPath, type Screen } from './screens.ts'
import { getHomePath, mayOpen, rememberPath, session } from './session/session.ts'
import { loadTwice } from './ui/feedback/missing-code.ts'

const requireSignedIn: MiddlewareFunction = ({ request }) => {
  const user = session.get()
  const here = new URL(request.url)
  if (!user) {
    rememberPath(null, false, here)
    throw redirect(loginPath)
  }
  if (user.must_change_password) {
    rememberPath(user._id, false, here)
    throw redirect(changePasswordPath)
  }
  if (user.must_add_factor) {
    rememberPath(user._id, false, here)
    throw redirect(addFactorPath)
  }
  const isForms =
    [formsPath, profilePath, securityPath].includes(here.pathname) ||
    here.pathname.startsWith(`${formsPath}/`)
  if (user.is_this_userform_user && !isForms) throw redirect(getHomePath(user))
}

/** Leads those who may not open a screen to their first screen, which is there for everybody. */
const requireAccess =
  (screen: Screen): MiddlewareFunction =>
  ({ request }) => {
    const user = session.get()
    if (!user || mayOpen(screen, user)) return
    const home = getHomePath(user)
    if (new URL(request.url).pathname !== home) throw redirect(home)
  }

const requirePasswordChangeDue: MiddlewareFunction = () => {
  const user = session.get()
  if (!user) throw redirect(loginPath)
  if (!user.must_change_password) throw redirect(profilePath)
}

const requireFactorDue: MiddlewareFunction = () => {
  const user = session.get()
  if (!user) throw redirect(loginPath)
  if (!user.must_add_factor) throw redirect(securityPath)
}

const requireSignedOut: MiddlewareFunction = () => {
  const user = session.get()
  if (user) throw redirect(getHomePath(user))
}

/** The module of a page exports its component and nothing else. */
type PageModule = Readonly<Record<string, ComponentType>>

/** A page whose code is loaded when it is opened. */
function page(path: string, load: () => Promise<PageModule>, ...middleware: MiddlewareFunction[]) {
  return { path, middleware, lazy: { Component: async () => Object.values(await loadTwice(load))[0] } }
}

/** A page that only some may open. */
const screen = (name: Screen, load: () => Promise<PageModule>) =>
  page(formatScreenPath(name), load, requireAccess(name))

async function loadAppPage(): Promise<PageModule> {
  const [{ AppPage }] = await Promise.all([import('./pages/account/app-page.tsx'), loadScreenTexts()])
  return { AppPage }
}

/** The screens of the signed-in user. */
const insideFrame: RouteObject[] = [
  { index: true, loader: () => redirect(patientListPath) },
  screen('patient-list', () => import('./pages/patients/patient-list-page.tsx')),
  screen('patient-list/ward', () => import('./pages/patients/ward-board-page.tsx')),
  screen('patient-list/all', () => import('./pages/patients/all-patients-page.tsx')),
  screen('beds', () => import('./pages/wards/beds-page.tsx')),
  screen('ward/handover', () => import('./pages/wards/handover-page.tsx')),
  screen('ward/round', () => import('./pages/wards/round-page.tsx')),
  screen('monitoring', () => import('./pages/bedside/monitoring-page.tsx')),
  screen('location', () => import('./pages/bedside/location-page.tsx')),
  screen('admissions', () => import('./pages/bedside/admissions-page.tsx')),
  screen('census', () => import('./pages/bedside/census-page.tsx')),
  screen('patients/new', () => import('./pages/patients/register-patient-page.tsx')),
  {
    ...page('patients/:id', () => import('./pages/patients/patient-page.tsx')),
    children: [
      { index: true, loader: () => redirect('summary') },
      page('summary', () => import('./pages/patients/patient-summary-page.tsx')),
      page('information', () => import('./pages/patients/patient-information-page.tsx')),
      page('profile', () => import('./pages/patients/patient-profile-page.tsx')),
      page('address', () => import('./pages/patients/patient-address-page.tsx')),
      page('clinical', () => import('./pages/patients/patient-clinical-page.tsx')),
      page('admissions', () => import('./pages/patients/patient-admissions-page.tsx')),
      page('vital-signs', () => import('./pages/patients/patient-vital-signs-page.tsx')),
      page('fluids', () => import('./pages/wards/patient-fluids-page.tsx')),
      page('flowsheet', () => import('./pages/patients/patient-flowsheet-page.tsx')),
      page('body-data', () => import('./pages/patients/patient-body-data-page.tsx')),
      page('activities', () => import('./pages/patients/patient-activities-page.tsx')),
      screen('patients/:id/alarms', () => import('./pages/patients/patient-alarms-page.tsx')),
      screen('patients/:id/notify', () => import('./pages/patients/patient-notify-page.tsx')),
      page('triage', () => import('./pages/patients/patient-triage-page.tsx')),
      page('history', () => import('./pages/patients/patient-history-page.tsx')),
      screen('patients/:id/access', () => import('./pages/patients/patient-access-page.tsx')),
    ],
  },
  screen('er', () => import('./pages/emergency/er-board-page.tsx')),
  screen('opd', () => import('./pages/emergency/opd-page.tsx')),
  screen('opd/display', () => import('./pages/emergency/number-display-page.tsx')),
  screen('triage', () => import('./pages/emergency/triage-queue-page.tsx')),
  screen('triage/settings', () => import('./pages/emergency/triage-settings-page.tsx')),
  screen('triage/:id', () => import('./pages/emergency/triage-page.tsx')),
  screen('ambulance/missions', () => import('./pages/ambulance/missions-page.tsx')),
  screen('ambulance/inbound', () => import('./pages/ambulance/inbound-page.tsx')),
  screen('ambulance/reviews', () => import('./pages/ambulance/form-reviews-page.tsx')),
  screen('ambulance/vehicles', () => import('./pages/ambulance/vehicles-page.tsx')),
  screen('ambulance/teams', () => import('./pages/ambulance/teams-page.tsx')),
  screen('ambulance/operations', () => import('./pages/ambulance/operations-page.tsx')),
  screen('notifications', () => import('./pages/bedside/notifications-page.tsx')),
  screen('alarm-burden', () => import('./pages/bedside/alarm-burden-page.tsx')),
  screen('devices', () => import('./pages/bedside/devices-page.tsx')),
  screen('devices/transactions', () => import('./pages/bedside/transactions-page.tsx')),
  screen('inbox', () => import('./pages/bedside/inbox-page.tsx')),
  screen('quarantine', () => import('./pages/bedside/quarantine-page.tsx')),
  screen('ambulance/form-settings', () => import('./pages/ambulance/form-settings-page.tsx')),
  screen('ambulance/reports', () => import('./pages/ambulance/mission-reports-page.tsx')),
  screen('ambulance/equipment-settings', () => import('./pages/ambulance/equipment-settings-page.tsx')),
  screen('forms-detail', () => import('./pages/ambulance/forms-page.tsx')),
  screen('forms-detail/equipment', () => import('./pages/ambulance/equipment-page.tsx')),
  screen('forms-detail/equipment/:id', () => import('./pages/ambulance/equipment-check-page.tsx')),
  screen('forms-detail/:form', () => import('./pages/ambulance/form-records-page.tsx')),
  screen('forms-detail/:form/:id', () => import('./pages/ambulance/form-record-page.tsx')),
  screen('groups', () => import('./pages/administration/groups-page.tsx')),
  screen('hospital', () => import('./pages/administration/hospital-page.tsx')),
  screen('hospitals', () => import('./pages/administration/hospitals-page.tsx')),
  screen('users', () => import('./pages/administration/users-page.tsx')),
  screen('users/new', () => import('./pages/administration/add-user-page.tsx')),
  screen('users/:id', () => import('./pages/administration/user-page.tsx')),
  screen('thresholds', () => import('./pages/bedside/thresholds-page.tsx')),
  screen('senders', () => import('./pages/bedside/senders-page.tsx')),
  screen('permissions', () => import('./pages/administration/permissions-page.tsx')),
  screen('audit', () => import('./pages/administration/audit-page.tsx')),
  page('security', () => import('./pages/account/security-page.tsx')),
  page('profile', () => import('./pages/account/profile-page.tsx')),
]

export const router = createBrowserRouter([
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: FirstPaint,
    Component: DrawnScreen,
    children: [
      // Without a session go straight to the login page: a redirect through /app would load its code for nothing.
      { index: true, loader: () => redirect(session.get() ? patientListPath : loginPath) },
      page('login', () => import('./pages/account/login-page.tsx'), requireSignedOut),
      page('forgot-password', () => import('./pages/account/forgot-password-page.tsx')),
      page('set-password', () => import('./pages/account/set-password-page.tsx')),
      page(
        'change-password',
        () => import('./pages/account/change-password-page.tsx'),
        requirePasswordChangeDue,
      ),
      page('add-second-factor', () => import('./pages/account/add-factor-page.tsx'), requireFactorDue),
      page('register', () => import('./pages/account/register-page.tsx'), requireSignedOut),
      page('line/link', () => import('./pages/account/line-link-page.tsx')),
      page('line/callback', () => import('./pages/account/line-callback-page.tsx')),
      {
        ...page('app', loadAppPage, requireSignedIn),
        children: [{ ErrorBoundary: CrashNotice, children: insideFrame }],
      },
      { path: '*', loader: () => redirect('/') },
    ],
  },
])
