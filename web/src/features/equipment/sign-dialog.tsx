import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { CheckSigning, controlledItems, type FieldProblem } from 'contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { useUser } from '../../session/signed-in.tsx'
import { Dialog, HoldDialogOpen } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { SignaturePad } from '../../ui/signature/signature-pad.tsx'
import classes from './equipment.module.css'

type SignDialogProps = {
  title: string
  /** What is signed. */
  children: ReactNode
  onSign: (signature: CheckSigning) => void
  onClose: () => void
}

/** Asks whoever is signed in to sign what they have counted. Nothing of it can change until they have, or not. */
export function SignDialog({ title, children, onSign, onClose }: SignDialogProps) {
  const { t } = useTranslation(['equipment', 'forms'])
  const own = formatStaffName(useUser())
  const [strokes, setStrokes] = useState('')
  const [name, setName] = useState('')
  const [isTyped, setTyped] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const signature = isTyped ? { signer_name: name } : { signer_name: own, strokes }
    const { data, error } = CheckSigning.safeParse(signature)
    setProblems(error?.issues.map(({ path, message }) => ({ field: String(path[0]), message })) ?? [])
    if (data) onSign(data)
  }
  const problem = (field: string) => {
    const found = problems.find((one) => one.field === field)
    return found && <ProblemText message={found.message} />
  }
  return (
    <Dialog title={title} opened onClose={onClose}>
      <form noValidate onSubmit={submit}>
        {(strokes !== '' || name !== '') && <HoldDialogOpen />}
        <Stack gap="md">
          {children}
          {isTyped ? (
            <TextInput
              label={t('forms:signer')}
              required
              size="md"
              autoComplete="off"
              value={name}
              error={problem('signer_name')}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          ) : (
            <div>
              <SignaturePad
                label={t('forms:sign-here')}
                clear={t('forms:sign-again')}
                strokes={strokes}
                error={problem('strokes')}
                onChange={setStrokes}
              />
              <Text>{own}</Text>
            </div>
          )}
          <Checkbox
            label={t('forms:sign-typed')}
            size="md"
            checked={isTyped}
            onChange={({ currentTarget }) => setTyped(currentTarget.checked)}
          />
          <FormEnd action={t('sign.save')} isPending={false} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** The controlled drugs among these items, with how many somebody signs for. */
export function SignedCounts({ counts }: { counts: readonly { item: string; found: number }[] }) {
  const { t } = useTranslation('equipment')
  const itemName = useItemName()
  const controlled = counts.filter(({ item }) => controlledItems.includes(item))
  if (controlled.length === 0) return null
  return (
    <div>
      <strong>{t('sign.counts')}</strong>
      <ul className={classes.plain}>
        {controlled.map(({ item, found }) => (
          <li key={item}>
            {itemName(item)}: {found}
          </li>
        ))}
      </ul>
    </div>
  )
}
