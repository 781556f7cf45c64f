import { ActionIcon, Anchor, Button, Group, Menu, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconChevronUp, IconDeviceFloppy } from '@tabler/icons-react'
import type { CallError, PatientSection } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'
import { describeFailure } from '../../../ui/feedback/call-toasts.ts'
import { FormBar } from '../../../ui/form/form-bar.tsx'
import classes from './registration-bar.module.css'

/** What follows the registration: the admission to a ward, or the arrival and its triage. */
export type RegistrationStep = 'admit' | 'triage'

type RegistrationBarProps = {
  /** Why the last submit was refused, when the failure belongs to no field. */
  failure: CallError | undefined
  draftedAt: Date | undefined
  hasPhoto: boolean
  isSending: boolean
  /** The sections before and after the one shown, where only one is shown. */
  previous: PatientSection | undefined
  next: PatientSection | undefined
  onGo: (section: PatientSection) => void
  onDiscard: () => void
  steps: readonly RegistrationStep[]
  onRegisterAnd: (step: RegistrationStep) => void
}

/** Submits the form, and shows whether a draft is stored. */
export function RegistrationBar({
  failure,
  draftedAt,
  hasPhoto,
  isSending,
  previous,
  next,
  onGo,
  onDiscard,
  steps,
  onRegisterAnd,
}: RegistrationBarProps) {
  const { t, i18n } = useTranslation('patient-form')
  return (
    <FormBar failure={failure && describeFailure(failure)} className={classes.beside}>
      <div className={classes.draft} data-kept={draftedAt ? true : undefined}>
        <Text size="xs" c="dimmed" component="span">
          {draftedAt
            ? t('draft-kept', { time: formatTime(draftedAt, i18n.language, 'dd MMM yyyy HH:mm') })
            : t('draft-will-be-kept')}
          {hasPhoto && ` ${t('photo-not-kept')}`}
        </Text>
        {draftedAt && (
          <Anchor
            component="button"
            type="button"
            className={classes.discard}
            disabled={isSending}
            onClick={onDiscard}
          >
            {t('discard.action')}
          </Anchor>
        )}
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.acts}>
        {previous && (
          <Button variant="default" size="md" aria-label={t('previous')} onClick={() => onGo(previous)}>
            <IconArrowLeft size={18} aria-hidden />
          </Button>
        )}
        {next && (
          <Button
            variant="default"
            size="md"
            rightSection={<IconArrowRight size={18} aria-hidden />}
            onClick={() => onGo(next)}
          >
            {t('next')}
          </Button>
        )}
        <Button
          type="submit"
          size="md"
          loading={isSending}
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          title={t('register-keys')}
        >
          {t('register')}
        </Button>
        {steps.length > 0 && (
          <Menu position="top-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="default"
                size={44}
                disabled={isSending}
                aria-label={t('register-and.label')}
                title={t('register-and.label')}
              >
                <IconChevronUp size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {steps.map((step) => (
                <Menu.Item key={step} onClick={() => onRegisterAnd(step)}>
                  {t(`register-and.${step}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </FormBar>
  )
}
