import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { allPatientsPath } from '../paths.ts'
import { useMay } from '../session/signed-in.tsx'
import { useHasNoWards } from './use-wards.ts'

/** What to do where nobody is on a ward: whoever may admit finds a patient, whoever may add wards adds one. */
export function NextOnEmptyWard() {
  const { t } = useTranslation('admissions')
  const mayAdmit = useMay('admission:manage')
  const mayConfigure = useMay('hospital:manage')
  const hasNoWards = useHasNoWards()
  if (hasNoWards ? !mayConfigure : !mayAdmit) return null
  return (
    <Button size="md" variant="default" component={Link} to={hasNoWards ? '/app/hospital' : allPatientsPath}>
      {t(hasNoWards ? 'next.add-wards' : 'next.find-patient')}
    </Button>
  )
}
