import type { Permission } from 'contract'
import { createBrowserRouter, type MiddlewareFunction, Outlet, redirect } from 'react-router'
import { CrashNotice, CrashPage } from './app/crash-page.tsx'
import {
  addFactorAddress,
  changePasswordAddress,
  loginAddress,
  patientListAddress,
  profileAddress,
  securityAddress,
} from './paths.ts'
import { homeAddress, rememberAddress, session } from './session/session.ts'

const onlySignedIn: MiddlewareFunction = ({ request }) => {
  const user = session.get()
  const here = new URL(request.url)
  if (!user) {
    rememberAddress(null, false, here)
    throw redirect(loginAddress)
  }
  if (user.must_change_password) {
    rememberAddress(user._id, false, here)
    throw redirect(changePasswordAddress)
  }
  if (user.must_add_factor) {
    rememberAddress(user._id, false, here)
    throw redirect(addFactorAddress)
  }
  const isForms = [homeAddress(user), profileAddress, securityAddress].includes(here.pathname)
  if (user.is_this_userform_user && !isForms) throw redirect(homeAddress(user))
}

const onlyWith =
  (permission: Permission): MiddlewareFunction =>
  () => {
    const user = session.get()
    if (user && !user.permissions.includes(permission)) throw redirect(homeAddress(user))
  }

const onlyBeforeChange: MiddlewareFunction = () => {
  const user = session.get()
  if (!user) throw redirect(loginAddress)
  if (!user.must_change_password) throw redirect(profileAddress)
}

const onlyBeforeFactor: MiddlewareFunction = () => {
  const user = session.get()
  if (!user) throw redirect(loginAddress)
  if (!user.must_add_factor) throw redirect(securityAddress)
}

const onlySystemAdmins: MiddlewareFunction = () => {
  const user = session.get()
  if (user && !user.is_system_admin) throw redirect(homeAddress(user))
}

const onlySignedOut: MiddlewareFunction = () => {
  const user = session.get()
  if (user) throw redirect(homeAddress(user))
}

export const router = createBrowserRouter([
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    Component: Outlet,
    children: [
      // The visitor without a session is not sent through /app: its code would be loaded for nothing.
      { index: true, loader: () => redirect(session.get() ? patientListAddress : loginAddress) },
      {
        path: 'login',
        middleware: [onlySignedOut],
        lazy: { Component: async () => (await import('./pages/account/login-page.tsx')).LoginPage },
      },
      {
        path: 'forgot-password',
        lazy: {
          Component: async () =>
            (await import('./pages/account/forgot-password-page.tsx')).ForgotPasswordPage,
        },
      },
      {
        path: 'set-password',
        lazy: {
          Component: async () => (await import('./pages/account/set-password-page.tsx')).SetPasswordPage,
        },
      },
      {
        path: 'change-password',
        middleware: [onlyBeforeChange],
        lazy: {
          Component: async () =>
            (await import('./pages/account/change-password-page.tsx')).ChangePasswordPage,
        },
      },
      {
        path: 'add-second-factor',
        middleware: [onlyBeforeFactor],
        lazy: { Component: async () => (await import('./pages/account/add-factor-page.tsx')).AddFactorPage },
      },
      {
        path: 'register',
        middleware: [onlySignedOut],
        lazy: { Component: async () => (await import('./pages/account/register-page.tsx')).RegisterPage },
      },
      {
        path: 'line/link',
        lazy: { Component: async () => (await import('./pages/account/line-link-page.tsx')).LineLinkPage },
      },
      {
        path: 'line/callback',
        lazy: {
          Component: async () => (await import('./pages/account/line-callback-page.tsx')).LineCallbackPage,
        },
      },
      {
        path: 'app',
        middleware: [onlySignedIn],
        lazy: { Component: async () => (await import('./pages/account/app-page.tsx')).AppPage },
        children: [
          {
            ErrorBoundary: CrashNotice,
            children: [
              { index: true, loader: () => redirect(patientListAddress) },
              {
                path: 'patient-list',
                lazy: {
                  Component: async () =>
                    (await import('./pages/patients/patient-list-page.tsx')).PatientListPage,
                },
              },
              {
                path: 'monitoring',
                middleware: [onlyWith('patient:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/monitoring-page.tsx')).MonitoringPage,
                },
              },
              {
                path: 'location',
                middleware: [onlyWith('patient:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/location-page.tsx')).LocationPage,
                },
              },
              {
                path: 'patients/new',
                middleware: [onlyWith('patient:register')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/patients/register-patient-page.tsx')).RegisterPatientPage,
                },
              },
              {
                path: 'patients/:id',
                lazy: {
                  Component: async () => (await import('./pages/patients/patient-page.tsx')).PatientPage,
                },
                children: [
                  { index: true, loader: () => redirect('information') },
                  {
                    path: 'information',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-information-page.tsx'))
                          .PatientInformationPage,
                    },
                  },
                  {
                    path: 'profile',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-profile-page.tsx')).PatientProfilePage,
                    },
                  },
                  {
                    path: 'address',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-address-page.tsx')).PatientAddressPage,
                    },
                  },
                  {
                    path: 'clinical',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-clinical-page.tsx')).PatientClinicalPage,
                    },
                  },
                  {
                    path: 'vital-signs',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-vital-signs-page.tsx')).PatientVitalSignsPage,
                    },
                  },
                  {
                    path: 'body-data',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-body-data-page.tsx')).PatientBodyDataPage,
                    },
                  },
                  {
                    path: 'activities',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-activities-page.tsx')).PatientActivitiesPage,
                    },
                  },
                  {
                    path: 'notify',
                    middleware: [onlyWith('alarm:read')],
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-notify-page.tsx')).PatientNotifyPage,
                    },
                  },
                  {
                    path: 'history',
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-history-page.tsx')).PatientHistoryPage,
                    },
                  },
                  {
                    path: 'access',
                    middleware: [onlyWith('audit:read')],
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-access-page.tsx')).PatientAccessPage,
                    },
                  },
                ],
              },
              {
                path: 'devices',
                middleware: [onlyWith('device:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/devices-page.tsx')).DevicesPage,
                },
              },
              {
                path: 'devices/transactions',
                middleware: [onlyWith('device:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/bedside/transactions-page.tsx')).TransactionsPage,
                },
              },
              {
                path: 'inbox',
                middleware: [onlyWith('clinical:record')],
                lazy: { Component: async () => (await import('./pages/bedside/inbox-page.tsx')).InboxPage },
              },
              {
                path: 'quarantine',
                middleware: [onlyWith('device:manage')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/quarantine-page.tsx')).QuarantinePage,
                },
              },
              {
                path: 'senders',
                middleware: [onlyWith('sender:manage')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/senders-page.tsx')).SendersPage,
                },
              },
              {
                path: 'notifications',
                middleware: [onlyWith('alarm:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/bedside/notifications-page.tsx')).NotificationsPage,
                },
              },
              {
                path: 'alarm-burden',
                middleware: [onlyWith('alarm:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/bedside/alarm-burden-page.tsx')).AlarmBurdenPage,
                },
              },
              {
                path: 'users',
                middleware: [onlyWith('user:manage')],
                lazy: {
                  Component: async () => (await import('./pages/administration/users-page.tsx')).UsersPage,
                },
              },
              {
                path: 'users/new',
                middleware: [onlyWith('user:manage')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/add-user-page.tsx')).AddUserPage,
                },
              },
              {
                path: 'users/:id',
                middleware: [onlyWith('user:manage')],
                lazy: {
                  Component: async () => (await import('./pages/administration/user-page.tsx')).UserPage,
                },
              },
              {
                path: 'thresholds',
                middleware: [onlyWith('alarm:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/thresholds-page.tsx')).ThresholdsPage,
                },
              },
              {
                path: 'hospital',
                middleware: [onlyWith('patient:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/hospital-page.tsx')).HospitalPage,
                },
              },
              {
                path: 'hospitals',
                middleware: [onlySystemAdmins],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/hospitals-page.tsx')).HospitalsPage,
                },
              },
              {
                path: 'groups',
                middleware: [onlyWith('group:read')],
                lazy: {
                  Component: async () => (await import('./pages/administration/groups-page.tsx')).GroupsPage,
                },
              },
              {
                path: 'permissions',
                middleware: [onlyWith('user:manage')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/permissions-page.tsx')).PermissionsPage,
                },
              },
              {
                path: 'audit',
                middleware: [onlyWith('audit:read')],
                lazy: {
                  Component: async () => (await import('./pages/administration/audit-page.tsx')).AuditPage,
                },
              },
              {
                path: 'security',
                lazy: {
                  Component: async () => (await import('./pages/account/security-page.tsx')).SecurityPage,
                },
              },
              {
                path: 'profile',
                lazy: {
                  Component: async () => (await import('./pages/account/profile-page.tsx')).ProfilePage,
                },
              },
              {
                path: 'forms-detail',
                lazy: { Component: async () => (await import('./pages/account/forms-page.tsx')).FormsPage },
              },
            ],
          },
        ],
      },
      { path: '*', loader: () => redirect('/') },
    ],
  },
])
