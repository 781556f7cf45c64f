import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AddUserForm } from '../../features/users/add-user-form.tsx'
import { formatUserPath, usersPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function AddUserPage() {
  const { t } = useTranslation(['users', 'app'])
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('add.title')} crumbs={[{ label: t('app:users'), to: usersPath }]} />
      <AddUserForm onAdded={(userId) => void navigate(formatUserPath(userId))} />
    </>
  )
}
