import { Button, Paper, Text } from '@mantine/core'
import { IconArrowLeft, IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePatientsCrumb } from '../../../clinical/use-patients-crumb.ts'
import { allPatientsPath } from '../../../paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './record-not-found.module.css'

/** Shows the same text for a patient of another hospital as for a patient that does not exist. */
export function RecordNotFound() {
  const { t } = useTranslation('patient-record')
  const patientsCrumb = usePatientsCrumb()
  return (
    <>
      <PageHeader title={t('details-not-found')} crumbs={[patientsCrumb]} />
      <Paper withBorder className={classes.state}>
        <IconUserQuestion size={40} stroke={1.4} aria-hidden />
        <Text>{t('not-found-reason')}</Text>
        <Button
          component={Link}
          to={allPatientsPath}
          variant="default"
          size="md"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          {t('to-patients')}
        </Button>
      </Paper>
    </>
  )
}
