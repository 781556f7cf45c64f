import { Alert, Button, FileButton, TextInput } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import {
  type Answers,
  type Form,
  type FormPhoto,
  type FormRecord,
  findForm,
  formRecords,
  listFields,
  listRows,
  type Row,
  type RowsField,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { usePhotoUrl } from '../../../api/photo.ts'
import { shrinkPhoto } from '../../../clinical/ambulance/shrink-photo.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { Time } from '../../../ui/date/time.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { formCalls } from '../calls.ts'
import { removePart } from '../offline/parts.ts'
import { UnsentNote } from '../offline/unsent-note.tsx'
import { type ShownPart, useKeptParts } from '../offline/use-kept-parts.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { useRowText } from '../use-row-text.ts'
import classes from './photos.module.css'

type PhotosProps = {
  record: FormRecord
  /** Keeps a photo until the server has it; in a draft. */
  add?: (photo: File, caption: string | null) => Promise<boolean>
  /** The rows that show their photos themselves. */
  rowIds?: readonly string[]
}

/** The photos of a record, and in a draft a way to add one. */
export function Photos({ record, add, rowIds = [] }: PhotosProps) {
  const { t } = useTranslation('forms')
  const rows = useRowTexts(record)
  const isInRow = (id: string | null | undefined) => id != null && rowIds.includes(id)
  const photos = record.photos.filter(({ row_id }) => !isInRow(row_id))
  const unsent = useUnsentPhotos(record).filter(
    ({ described }) => described?.kind !== 'photo' || !isInRow(described.row_id),
  )
  const mayAdd = record.state === 'draft' ? add : undefined
  if (!mayAdd && photos.length + unsent.length === 0) return null
  return (
    <Section title={t('photos')}>
      <PhotoList {...{ record, photos, unsent, rows }} />
      {mayAdd && <AddPhoto add={mayAdd} />}
    </Section>
  )
}

type PhotoRow = { name: string; field: RowsField; id: string; row: Row }

/** The rows that may have photos of their own. */
export const listPhotoRows = (form: Form, answers: Answers): PhotoRow[] =>
  listFields(form).flatMap(([name, field]) =>
    field.kind === 'rows' && field.hasPhotos
      ? listRows(answers, name).map(([id, row]) => ({ name, field, id, row }))
      : [],
  )

/** What stands in them, by their ids. */
function useRowTexts({ form, form_version, answers }: FormRecord): ReadonlyMap<string, string> {
  const write = useRowText(form)
  const { formatField } = useFormTexts(form)
  const described = findForm(form, form_version)
  const rows = described ? listPhotoRows(described, answers as Answers) : []
  return new Map(rows.map(({ name, field, id, row }) => [id, `${formatField(name)}: ${write(field, row)}`]))
}

/** What the signed-in user took on this tablet and the server does not have. */
export const useUnsentPhotos = ({ _id, photos }: FormRecord): ShownPart[] =>
  useKeptParts(_id, 'photo').filter(({ part }) => !photos.some((photo) => photo._id === part.op_id))

type PhotoListProps = {
  record: FormRecord
  photos: readonly FormPhoto[]
  unsent: readonly ShownPart[]
  rows?: ReadonlyMap<string, string>
}

/** Photos with what they show; in a draft they can be struck out. */
export function PhotoList({ record, photos, unsent, rows }: PhotoListProps) {
  const { t } = useTranslation('forms')
  const strike = useSend(formRecords.strikePhoto, { outdates: [formCalls[record.form].list] })
  if (photos.length + unsent.length === 0) return null
  return (
    <ul className={classes.photos}>
      {photos.map((photo, i) => {
        const of = photo.row_id ? rows?.get(photo.row_id) : undefined
        const caption = photo.caption ?? of ?? t('photo.none', { number: i + 1 })
        return (
          <li key={photo._id} className={classes.photo}>
            <PhotoView photo={photo} caption={caption} />
            {record.state === 'draft' && (
              <Button
                variant="default"
                size="md"
                aria-label={t('photo.strike', { caption })}
                loading={strike.isPending && strike.variables.photo_id === photo._id}
                onClick={() => strike.mutate({ _id: record._id, photo_id: photo._id })}
              >
                <IconX size={18} aria-hidden />
              </Button>
            )}
          </li>
        )
      })}
      {unsent.map((shown) => (
        <li key={shown.part.op_id} className={classes.photo}>
          <UnsentPhoto {...shown} />
        </li>
      ))}
    </ul>
  )
}

/** Takes a photo, makes it small and adds it. */
export function AddPhoto({ add }: { add: (photo: File, caption: string | null) => Promise<boolean> }) {
  const { t } = useTranslation('forms')
  const [caption, setCaption] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File | null) => {
    if (!file) return
    setAdding(true)
    const photo = await shrinkPhoto(file)
    setProblem(typeof photo === 'string' ? photo : undefined)
    if (typeof photo !== 'string' && (await add(photo, caption.trim() || null))) setCaption('')
    setAdding(false)
  }
  return (
    <>
      <div className={classes.add}>
        <TextInput
          label={t('photo.caption')}
          size="md"
          maxLength={120}
          value={caption}
          onChange={({ currentTarget }) => setCaption(currentTarget.value)}
        />
        <FileButton accept="image/jpeg,image/png" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="md"
              leftSection={<IconCamera size={18} aria-hidden />}
              loading={isAdding}
            >
              {t('photo.add')}
            </Button>
          )}
        </FileButton>
        <p className={classes.hint}>{t('photo.hint')}</p>
      </div>
      {problem && (
        <Alert color="red">
          <ProblemText message={problem} />
        </Alert>
      )}
    </>
  )
}

function PhotoView({ photo, caption }: { photo: FormPhoto; caption: string }) {
  return (
    <>
      <PhotoPicture photo={photo} caption={caption} />
      <span className={classes.caption}>
        <strong>{caption}</strong>
        <span>
          <Time at={photo.at} /> · <StaffName of={photo.by} />
        </span>
      </span>
    </>
  )
}

type PhotoPictureProps = { photo: Pick<FormPhoto, '_id' | 'photo_id'>; caption: string }

/** A small picture that opens the large one. */
export function PhotoPicture({ photo, caption }: PhotoPictureProps) {
  const { t } = useTranslation('forms')
  const [isOpen, setOpen] = useState(false)
  const small = usePhotoUrl(formRecords.photo, photo, 'small')
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={t('photo.open', { caption })}
        onClick={() => setOpen(true)}
      >
        {small && <img src={small} alt="" className={classes.small} />}
      </button>
      <Dialog title={caption} opened={isOpen} onClose={() => setOpen(false)} isWide>
        <LargePhoto photo={photo} caption={caption} />
      </Dialog>
    </>
  )
}

/** A photo that stands on this tablet alone. */
function UnsentPhoto({ part, described, url }: ShownPart) {
  const { t } = useTranslation(['forms', 'offline'])
  const caption = (described?.kind === 'photo' && described.caption) || t('offline:photo')
  return (
    <>
      <span className={classes.open}>{url && <img src={url} alt={caption} className={classes.small} />}</span>
      <span className={classes.caption}>
        <strong>{caption}</strong>
        <span>
          <Time at={new Date(part.kept_at).toISOString()} />
        </span>
        <UnsentNote part={part} />
      </span>
      {part.may_have_arrived === 0 && (
        <Button
          variant="default"
          size="md"
          aria-label={t('offline:discard-photo', { caption })}
          onClick={() => void removePart(part)}
        >
          <IconX size={18} aria-hidden />
        </Button>
      )}
    </>
  )
}

function LargePhoto({ photo, caption }: PhotoPictureProps) {
  const src = usePhotoUrl(formRecords.photo, photo, 'large')
  return src ? <img src={src} alt={caption} className={classes.large} /> : null
}
