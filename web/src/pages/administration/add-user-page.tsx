import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AddForm } from '../../features/users/add-form.tsx'
import { userAddress, usersAddress } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function AddUserPage() {
  const { t } = useTranslation(['users', 'shell'])
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('add.title')} crumbs={[{ label: t('shell:users'), to: usersAddress }]} />
      <AddForm onAdded={(userId) => void navigate(userAddress(userId))} />
    </>
  )
}
