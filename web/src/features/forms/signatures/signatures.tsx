import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSignature } from '@tabler/icons-react'
import {
  type FormRecord,
  type FormSignature,
  formRecords,
  SignatureRequest,
  type SignerRole,
  signerRoles,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { useSend } from '../../../api/client.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { Time } from '../../../ui/date/time.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { omitFieldFailure } from '../../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { SignaturePad, SignaturePicture } from '../../../ui/signature/signature-pad.tsx'
import { formCalls } from '../calls.ts'
import { UnsentNote } from '../offline/unsent-note.tsx'
import { useKeptParts } from '../offline/use-kept-parts.ts'
import classes from './signatures.module.css'

type SignaturesProps = {
  record: FormRecord
  mayAdd?: boolean
  /** Saves what is typed; the version that is then signed, or undefined if it could not be saved. */
  prepare?: () => Promise<number | undefined>
  /** Keeps a signature until the server has it, where what is typed cannot be saved; false if this browser cannot. */
  keep?: (signature: SignatureAnswers) => Promise<boolean>
  /** Who is asked to sign elsewhere on the screen. */
  asked?: SignerRole | undefined
  onAsked?: () => void
}

export type SignatureAnswers = Pick<FormSignature, 'role' | 'signer_name' | 'relation' | 'strokes'>

/** Who signed the record, and whether it still says what they signed. */
export function Signatures({
  record,
  mayAdd = true,
  prepare = async () => record.version,
  keep = async () => false,
  asked,
  onAsked,
}: SignaturesProps) {
  const { t } = useTranslation('forms')
  const [chosen, setChosen] = useState<SignerRole>()
  const role = asked ?? chosen
  const close = () => {
    setChosen(undefined)
    onAsked?.()
  }
  const { signatures, state } = record
  const unsent = useKeptParts(record._id, 'signature').filter(
    ({ part }) => !signatures.some(({ _id }) => _id === part.op_id),
  )
  const isOpen = mayAdd && state !== 'void'
  if (signatures.length === 0 && !isOpen) return null
  return (
    <Section title={t('signatures')}>
      {signatures.length + unsent.length > 0 && (
        <ul className={classes.list}>
          {signatures.map((signature) => (
            <li key={signature._id} className={classes.signature}>
              <Signed signature={signature} />
            </li>
          ))}
          {unsent.map(({ part, described }) => (
            <li key={part.op_id} className={classes.signature}>
              {described?.kind === 'signature' && <Signer {...described} />}
              <UnsentNote part={part} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconSignature size={18} aria-hidden />}
          onClick={() => setChosen('RECEIVER')}
        >
          {t('sign')}
        </Button>
      )}
      <Dialog title={t('sign')} opened={role !== undefined} onClose={close}>
        {role && <SignForm {...{ record, prepare, keep, role }} onSigned={close} />}
      </Dialog>
    </Section>
  )
}

/** Who signed, and how. */
function Signer({ role, signer_name, relation, strokes }: SignatureAnswers) {
  const { t } = useTranslation('forms')
  return (
    <>
      <strong>
        {t(`signer-role.${role}`)}: {signer_name}
        {relation && ` (${relation})`}
      </strong>
      {strokes ? (
        <SignaturePicture strokes={strokes} label={signer_name} />
      ) : (
        <span>{t('signed-typed')}</span>
      )}
    </>
  )
}

function Signed({ signature }: { signature: FormSignature }) {
  const { t } = useTranslation('forms')
  const { holds, has_more, at, by } = signature
  return (
    <>
      <Signer {...signature} />
      <span>
        <Time at={at} /> · <StaffName of={by} />
      </span>
      <span className={holds ? classes.holds : classes.changed}>
        {holds ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        {t(!holds ? 'signed-changed' : has_more ? 'signed-more' : 'signed-holds')}
      </span>
    </>
  )
}

type SignFormProps = Required<Pick<SignaturesProps, 'record' | 'prepare' | 'keep'>> & {
  role: SignerRole
  onSigned: () => void
}

function SignForm({ record, prepare, keep, role: asked, onSigned }: SignFormProps) {
  const { t } = useTranslation('forms')
  const [id] = useState(() => newId())
  const [role, setRole] = useState(asked)
  const [name, setName] = useState('')
  const [relation, setRelation] = useState('')
  const [strokes, setStrokes] = useState('')
  const [isTyped, setTyped] = useState(false)
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problems, setProblems] = useState<readonly { field: string; message: string }[]>([])
  const send = useSend(formRecords.sign, {
    inline: true,
    outdates: [formCalls[record.form].list],
    onSuccess: onSigned,
  })
  const isUnsigned = strokes === '' && !isTyped
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isUnsigned) return
    const asked = {
      _id: record._id,
      new_id: id,
      version: record.version,
      role,
      signer_name: name,
      relation: relation.trim() || null,
      strokes: isTyped ? null : strokes,
    }
    const checked = SignatureRequest.safeParse(asked)
    setProblems(checked.error?.issues.map(({ path, message }) => ({ field: String(path[0]), message })) ?? [])
    if (!checked.success) return
    setSaving(true)
    const version = await prepare()
    if (version !== undefined) send.mutate({ ...asked, version })
    else if (await keep(checked.data)) onSigned()
    setSaving(false)
  }
  const problem = (field: string) => {
    const found = [...problems, ...(send.error?.fields ?? [])].find((one) => one.field === field)
    return found && <ProblemText message={found.message} />
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {record.state === 'draft' && <p>{t('sign-saves')}</p>}
        <NativeSelect
          label={t('signed-as')}
          size="md"
          value={role}
          data={signerRoles.map((value) => ({ value, label: t(`signer-role.${value}`) }))}
          onChange={({ currentTarget }) => setRole(currentTarget.value as typeof role)}
        />
        <TextInput
          label={t('signer')}
          required
          size="md"
          value={name}
          error={problem('signer_name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {role === 'RELATIVE' && (
          <TextInput
            label={t('relation')}
            size="md"
            value={relation}
            error={problem('relation')}
            onChange={({ currentTarget }) => setRelation(currentTarget.value)}
          />
        )}
        {!isTyped && (
          <SignaturePad
            label={t('sign-here')}
            clear={t('sign-again')}
            strokes={strokes}
            error={isTried && isUnsigned ? <ProblemText message="signature-required" /> : problem('strokes')}
            onChange={setStrokes}
          />
        )}
        <Checkbox
          label={t('sign-typed')}
          size="md"
          checked={isTyped}
          onChange={({ currentTarget }) => setTyped(currentTarget.checked)}
        />
        <FormEnd
          action={t('sign')}
          isPending={isSaving || send.isPending}
          error={omitFieldFailure(send.error)}
        />
      </Stack>
    </form>
  )
}
