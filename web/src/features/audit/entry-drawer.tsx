import { ActionIcon, Anchor, Button, Code, Skeleton, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  audit,
  type FormName,
  type NamedPatient,
  PatientSearch,
  parseAnsweredForms,
  parseAnswerPath,
  type Result,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { Fact } from '../../ui/fact.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import classes from './audit.module.css'
import { AuditPersonCell, AuditTime, OutcomeBadge } from './cells.tsx'
import type { AuditListFilters } from './list-query.ts'
import { useActionName } from './words.ts'

type EntryDrawerProps = {
  /** The open entry. */
  id: string | undefined
  isPhone: boolean
  onClose: () => void
  /** Shows all entries of one person or about one patient. */
  onFilter: (filters: AuditListFilters) => void
}

export function EntryDrawer({ id, isPhone, onClose, onFilter }: EntryDrawerProps) {
  const { t } = useTranslation('audit')
  return (
    <SideSheet
      title={t('entry')}
      opened={id !== undefined}
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
    >
      {id && <LoadedEntry id={id} onFilter={onFilter} />}
    </SideSheet>
  )
}

function LoadedEntry({ id, onFilter }: { id: string; onFilter: EntryDrawerProps['onFilter'] }) {
  // An entry never changes, and each request adds one to the audit: load it once.
  const found = useQuery({ ...ask(audit.get, { _id: id }, true), staleTime: Number.POSITIVE_INFINITY })
  if (found.isError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="24rem" />
  return <EntryFacts entry={found.data.entry} onFilter={onFilter} />
}

type WholeEntry = Result<typeof audit.get>['entry']

function EntryFacts({ entry, onFilter }: { entry: WholeEntry; onFilter: EntryDrawerProps['onFilter'] }) {
  const { t } = useTranslation('audit')
  const actionName = useActionName()
  const { at, by, action, outcome, address, detail, request_id, patients, patient_count } = entry
  const unknown = patient_count - patients.length
  const searched = PatientSearch.safeParse(detail?.['searched'])
  const answered = parseAnsweredForms(detail)
  return (
    <Stack gap="lg">
      <div>
        <Title order={3} size="h4">
          {actionName(action)}
        </Title>
        <Code>{action}</Code>
      </div>
      <dl className={classes.facts}>
        <Fact label={t('column.time')}>
          <AuditTime at={at} />
        </Fact>
        <Fact label={t('column.outcome')}>
          <OutcomeBadge outcome={outcome} />
        </Fact>
        <Fact label={t('column.person')}>
          <AuditPersonCell by={by} />
        </Fact>
        <Fact label={t('column.address')}>{address}</Fact>
        <Fact label={t('request')}>{request_id}</Fact>
        {searched.success && (
          <Fact label={t('searched.label')}>
            {[
              t(`searched.${searched.data.typed}`),
              searched.data.is_whole
                ? t('searched.whole')
                : t('searched.characters', { count: searched.data.characters }),
              t(searched.data.matches_at_least ? 'searched.many' : 'searched.matches', {
                count: searched.data.matches,
              }),
            ].join(', ')}
          </Fact>
        )}
      </dl>
      {by && (
        <Button variant="default" size="md" onClick={() => onFilter({ person: by._id })}>
          {t('all-of-person')}
        </Button>
      )}
      {answered.length > 0 && (
        <section>
          <Title order={4} size="h5" mb={4}>
            {t('answered')}
          </Title>
          {answered.map(({ form, fields }) => (
            <AnsweredFields key={form} form={form} paths={fields} />
          ))}
        </section>
      )}
      {detail && (
        <section>
          <Title order={4} size="h5" mb={4}>
            {t('detail')}
          </Title>
          <Code block className={classes.detail} tabIndex={0}>
            {JSON.stringify(detail, null, 2)}
          </Code>
        </section>
      )}
      <section>
        <Title order={4} size="h5" mb={4}>
          {patient_count > 0 ? t('patient-count', { count: patient_count }) : t('no-patient')}
        </Title>
        <ul className={classes.patients}>
          {patients.map((patient) => (
            <AuditedPatient key={patient._id} patient={patient} onFilter={onFilter} />
          ))}
        </ul>
        {unknown > 0 && (
          <Text c="dimmed">
            {t('unknown-patient', { count: unknown })} – {t('unknown-explained')}
          </Text>
        )}
      </section>
    </Stack>
  )
}

/** The form and its fields by the names that they have on the form. */
function AnsweredFields({ form, paths }: { form: FormName; paths: readonly string[] }) {
  const { t } = useTranslation([form, 'forms'])
  const translate = t as (key: string) => string
  const labels = paths.map((path) => {
    const place = parseAnswerPath(path)
    if (!place) return path
    const names = [...new Set([place.field, place.inner ?? place.field])]
    const label = names.map((name) => translate(`field.${name}`)).join(': ')
    return place.isConfirmation ? `${label} (${translate('forms:confirmed')})` : label
  })
  return (
    <Text size="sm">
      <strong>{translate('title')}</strong>: {[...new Set(labels)].join(', ')}
    </Text>
  )
}

type AuditedPatientProps = { patient: NamedPatient; onFilter: EntryDrawerProps['onFilter'] }

function AuditedPatient({ patient, onFilter }: AuditedPatientProps) {
  const { t } = useTranslation('audit')
  const name = formatPatientName(patient)
  return (
    <li>
      <Anchor component={Link} to={`/app/patients/${patient._id}`}>
        <PatientName of={patient} />{' '}
        <Text span size="xs" c="dimmed">
          HN {patient.hn}
        </Text>
      </Anchor>
      <Tooltip label={t('all-of-patient')} position="left">
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={`${t('all-of-patient')}: ${name}`}
          onClick={() => onFilter({ patient: patient._id })}
        >
          <IconHistory size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
