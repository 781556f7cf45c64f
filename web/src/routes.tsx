import type { Permission } from 'contract'
import { createBrowserRouter, type MiddlewareFunction, Outlet, redirect } from 'react-router'
import { CrashNotice, CrashPage } from './app/crash-page.tsx'
import {
  addFactorPath,
  changePasswordPath,
  loginPath,
  patientListPath,
  profilePath,
  securityPath,
} from './paths.ts'
import { getHomePath, rememberPath, session } from './session/session.ts'

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
  const isForms = [getHomePath(user), profilePath, securityPath].includes(here.pathname)
  if (user.is_this_userform_user && !isForms) throw redirect(getHomePath(user))
}

const requirePermission =
  (permission: Permission): MiddlewareFunction =>
  () => {
    const user = session.get()
    if (user && !user.permissions.includes(permission)) throw redirect(getHomePath(user))
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

const requireSystemAdmin: MiddlewareFunction = () => {
  const user = session.get()
  if (user && !user.is_system_admin) throw redirect(getHomePath(user))
}

const requireSignedOut: MiddlewareFunction = () => {
  const user = session.get()
  if (user) throw redirect(getHomePath(user))
}

export const router = createBrowserRouter([
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    Component: Outlet,
    children: [
      // Without a session go straight to the login page: a redirect through /app would load its code for nothing.
      { index: true, loader: () => redirect(session.get() ? patientListPath : loginPath) },
      {
        path: 'login',
        middleware: [requireSignedOut],
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
        middleware: [requirePasswordChangeDue],
        lazy: {
          Component: async () =>
            (await import('./pages/account/change-password-page.tsx')).ChangePasswordPage,
        },
      },
      {
        path: 'add-second-factor',
        middleware: [requireFactorDue],
        lazy: { Component: async () => (await import('./pages/account/add-factor-page.tsx')).AddFactorPage },
      },
      {
        path: 'register',
        middleware: [requireSignedOut],
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
        middleware: [requireSignedIn],
        lazy: { Component: async () => (await import('./pages/account/app-page.tsx')).AppPage },
        children: [
          {
            ErrorBoundary: CrashNotice,
            children: [
              { index: true, loader: () => redirect(patientListPath) },
              {
                path: 'patient-list',
                lazy: {
                  Component: async () =>
                    (await import('./pages/patients/patient-list-page.tsx')).PatientListPage,
                },
              },
              {
                path: 'monitoring',
                middleware: [requirePermission('patient:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/monitoring-page.tsx')).MonitoringPage,
                },
              },
              {
                path: 'location',
                middleware: [requirePermission('patient:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/location-page.tsx')).LocationPage,
                },
              },
              {
                path: 'patients/new',
                middleware: [requirePermission('patient:register')],
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
                    middleware: [requirePermission('alarm:read')],
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
                    middleware: [requirePermission('audit:read')],
                    lazy: {
                      Component: async () =>
                        (await import('./pages/patients/patient-access-page.tsx')).PatientAccessPage,
                    },
                  },
                ],
              },
              {
                path: 'devices',
                middleware: [requirePermission('device:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/devices-page.tsx')).DevicesPage,
                },
              },
              {
                path: 'devices/transactions',
                middleware: [requirePermission('device:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/bedside/transactions-page.tsx')).TransactionsPage,
                },
              },
              {
                path: 'inbox',
                middleware: [requirePermission('clinical:record')],
                lazy: { Component: async () => (await import('./pages/bedside/inbox-page.tsx')).InboxPage },
              },
              {
                path: 'quarantine',
                middleware: [requirePermission('device:manage')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/quarantine-page.tsx')).QuarantinePage,
                },
              },
              {
                path: 'senders',
                middleware: [requirePermission('sender:manage')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/senders-page.tsx')).SendersPage,
                },
              },
              {
                path: 'notifications',
                middleware: [requirePermission('alarm:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/bedside/notifications-page.tsx')).NotificationsPage,
                },
              },
              {
                path: 'alarm-burden',
                middleware: [requirePermission('alarm:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/bedside/alarm-burden-page.tsx')).AlarmBurdenPage,
                },
              },
              {
                path: 'users',
                middleware: [requirePermission('user:manage')],
                lazy: {
                  Component: async () => (await import('./pages/administration/users-page.tsx')).UsersPage,
                },
              },
              {
                path: 'users/new',
                middleware: [requirePermission('user:manage')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/add-user-page.tsx')).AddUserPage,
                },
              },
              {
                path: 'users/:id',
                middleware: [requirePermission('user:manage')],
                lazy: {
                  Component: async () => (await import('./pages/administration/user-page.tsx')).UserPage,
                },
              },
              {
                path: 'thresholds',
                middleware: [requirePermission('alarm:read')],
                lazy: {
                  Component: async () => (await import('./pages/bedside/thresholds-page.tsx')).ThresholdsPage,
                },
              },
              {
                path: 'hospital',
                middleware: [requirePermission('patient:read')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/hospital-page.tsx')).HospitalPage,
                },
              },
              {
                path: 'hospitals',
                middleware: [requireSystemAdmin],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/hospitals-page.tsx')).HospitalsPage,
                },
              },
              {
                path: 'groups',
                middleware: [requirePermission('group:read')],
                lazy: {
                  Component: async () => (await import('./pages/administration/groups-page.tsx')).GroupsPage,
                },
              },
              {
                path: 'permissions',
                middleware: [requirePermission('user:manage')],
                lazy: {
                  Component: async () =>
                    (await import('./pages/administration/permissions-page.tsx')).PermissionsPage,
                },
              },
              {
                path: 'audit',
                middleware: [requirePermission('audit:read')],
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
