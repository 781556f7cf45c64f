import { ActionIcon, Badge, Button, Group, Modal, Text } from '@mantine/core'
import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { type MayExistAlready, writeBirthDate } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MergedBadge } from '../../../clinical/patient/merged-badge.tsx'
import { formatPatientPath } from '../../../paths.ts'
import { useBirthText } from '../../../ui/date/use-birth-text.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import classes from './candidates-dialog.module.css'
import type { PatientValues } from './values.ts'

export type Candidates = ReturnType<typeof MayExistAlready.parse>['candidates']

type CandidatesDialogProps = {
  typed: PatientValues
  candidates: Candidates | undefined
  isSending: boolean
  onRegister: () => void
  onBack: () => void
}

/** Registered patients who may be the same person, beside the typed values. */
export function CandidatesDialog({
  typed,
  candidates,
  isSending,
  onRegister,
  onBack,
}: CandidatesDialogProps) {
  const { t } = useTranslation(['patient-form', 'patients'])
  const localName = useLocalizedName()
  const isPhone = useIsPhone()
  const birthText = useBirthText()
  const typedBirth = writeBirthDate({
    date_of_birth: typed.date_of_birth || null,
    birth_date_precision: typed.birth_date_precision || 'day',
  })
  const formatBirth = (written: string | null) => (written ? birthText(written) : t('date-unknown'))
  return (
    <Modal.Root
      opened={candidates !== undefined}
      onClose={onBack}
      closeOnClickOutside={false}
      size="xl"
      fullScreen={isPhone}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title className={classes.title}>{t('may-exist.title')}</Modal.Title>
          <Text mb="md">{t('may-exist.text')}</Text>
          <div className={classes.people}>
            <CandidateCard
              heading={t('may-exist.typed')}
              name={`${typed.title} ${typed.name} ${typed.surname}`}
              facts={[
                { label: t('patients:field.hn'), value: typed.hn },
                {
                  label: t('patients:field.date_of_birth'),
                  value: formatBirth(typedBirth),
                },
              ]}
            />
            {candidates?.map((candidate) => (
              <CandidateCard
                key={candidate._id}
                heading={t('may-exist.registered')}
                name={`${candidate.title} ${candidate.name} ${candidate.surname}`}
                because={candidate.because.map((same) => t(`may-exist.same.${same}`))}
                facts={[
                  { label: t('patients:field.hn'), value: candidate.hn, isSame: candidate.hn === typed.hn },
                  {
                    label: t('patients:field.date_of_birth'),
                    value: formatBirth(writeBirthDate(candidate)),
                    // Only a whole date is evidence: many people are born in one year.
                    isSame:
                      candidate.birth_date_precision === 'day' && writeBirthDate(candidate) === typedBirth,
                  },
                  {
                    label: t('patients:field.ward_and_bed'),
                    value: candidate.ward
                      ? [localName(candidate.ward), candidate.bed].filter(Boolean).join(' · ')
                      : t('patients:stay.out'),
                  },
                ]}
              >
                <MergedBadge hn={candidate.merged_into_hn} />
                <Button
                  component={Link}
                  to={formatPatientPath(candidate._id)}
                  size="md"
                  variant="light"
                  flex={1}
                >
                  {t('may-exist.open')}
                </Button>
                <ActionIcon
                  component={Link}
                  to={formatPatientPath(candidate._id)}
                  target="_blank"
                  variant="default"
                  size={44}
                  aria-label={t('may-exist.open-beside', { name: `${candidate.name} ${candidate.surname}` })}
                >
                  <IconExternalLink size={20} aria-hidden />
                </ActionIcon>
              </CandidateCard>
            ))}
          </div>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" size="md" onClick={onBack} data-autofocus>
              {t('may-exist.back')}
            </Button>
            <Button size="md" loading={isSending} onClick={onRegister}>
              {t('may-exist.register')}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type CandidateCardProps = {
  heading: string
  name: string
  because?: readonly string[]
  facts: readonly { label: string; value: string; isSame?: boolean }[]
  children?: ReactNode
}

function CandidateCard({ heading, name, because = [], facts, children }: CandidateCardProps) {
  const { t } = useTranslation(['patient-form', 'patients'])
  return (
    <article className={classes.person} aria-label={`${heading}: ${name}`}>
      <Text size="xs" c="dimmed">
        {heading}
      </Text>
      <Text fw={600} className={classes.name}>
        {name}
      </Text>
      {because.length > 0 && (
        <Group gap={6}>
          {because.map((same) => (
            <Badge key={same} color="yellow" variant="light" size="lg" className={classes.same}>
              {t('may-exist.is-same', { what: same })}
            </Badge>
          ))}
        </Group>
      )}
      <dl className={classes.facts}>
        {facts.map(({ label, value, isSame }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {isSame && (
                <span className={classes.agrees}>
                  <IconCheck size={14} aria-hidden /> {t('may-exist.agrees')}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children && (
        <Group gap="xs" wrap="nowrap" mt="auto">
          {children}
        </Group>
      )}
    </article>
  )
}
