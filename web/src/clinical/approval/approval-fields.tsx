import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { type Approval, judgeApproval } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/form/date/date-field.tsx'
import classes from './approval-fields.module.css'

type ApprovalFieldsProps = {
  /** What is approved, as a sentence. */
  label: string
  approval: Approval | null
  /** The digest of the list as it stands. */
  digest: string
  /** The field of the approval in what is sent. */
  path: string
  isReadOnly?: boolean
  onChange: (approval: Approval | null) => void
  problem: (field: string) => ReactNode
}

/**
 * The medical director who approved a list as it stands. An approval of what it was before says so, and can be given
 * anew.
 */
export function ApprovalFields(props: ApprovalFieldsProps) {
  const { label, approval, digest, path, isReadOnly = false, onChange, problem } = props
  const { t } = useTranslation('forms')
  const noApproval = { approved_by: '', licence: '', approved_on: '', of: digest }
  const set = (part: Partial<Approval>) => onChange({ ...(approval ?? noApproval), ...part })
  return (
    <Stack gap="sm">
      <Checkbox
        size="md"
        label={label}
        description={t('approval.version', { version: digest })}
        disabled={isReadOnly}
        checked={approval !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? noApproval : null)}
      />
      {approval && judgeApproval(approval, digest) === 'lapsed' && (
        <div role="status">
          <Text c="dimmed">{t('approval.changed', { version: approval.of || '–' })}</Text>
          {!isReadOnly && (
            <Button variant="default" size="md" onClick={() => set({ approved_on: '', of: digest })}>
              {t('approval.anew')}
            </Button>
          )}
        </div>
      )}
      {approval && (
        <div className={classes.fields}>
          <TextInput
            label={t('approval.approved-by')}
            required
            size="md"
            readOnly={isReadOnly}
            value={approval.approved_by}
            error={problem(`${path}.approved_by`)}
            onChange={({ currentTarget }) => set({ approved_by: currentTarget.value })}
          />
          <TextInput
            label={t('approval.licence')}
            required
            size="md"
            readOnly={isReadOnly}
            value={approval.licence}
            error={problem(`${path}.licence`)}
            onChange={({ currentTarget }) => set({ licence: currentTarget.value })}
          />
          <DateField
            label={t('approval.approved-on')}
            required
            size="md"
            disabled={isReadOnly}
            value={approval.approved_on}
            error={problem(`${path}.approved_on`)}
            onChange={(approved_on) => set({ approved_on })}
          />
        </div>
      )}
    </Stack>
  )
}
