import { Button, Stack, Text } from '@mantine/core'
import type { VisitLabel } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatPatientPath } from '../../paths.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'

type UntoldVisitProps = {
  patientId: string
  /** Undefined while nothing is to be told. */
  visit: VisitLabel | undefined
  onClose: () => void
}

/** Asks how a visit ended that had ended with an admission which is void now. */
export function UntoldVisit({ patientId, visit, onClose }: UntoldVisitProps) {
  const { t } = useTranslation('admissions')
  return (
    <Dialog title={t('untold-visit.title', { vn: visit?.vn })} opened={visit !== undefined} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('untold-visit.text')}</Text>
        <Button component={Link} to={`${formatPatientPath(patientId)}/triage`} size="md">
          {t('untold-visit.tell')}
        </Button>
      </Stack>
    </Dialog>
  )
}
