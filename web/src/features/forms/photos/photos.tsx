import { Alert, Button, FileButton, TextInput } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { type FormPhoto, type FormRecord, formRecords } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { usePhotoUrl } from '../../../api/photo.ts'
import { shrinkPhoto } from '../../../clinical/ambulance/shrink-photo.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { Moment } from '../../../ui/date/moment.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { formCalls } from '../calls.ts'
import { removePart } from '../offline/parts.ts'
import { UnsentNote } from '../offline/unsent-note.tsx'
import { type ShownPart, useKeptParts } from '../offline/use-kept-parts.ts'
import classes from './photos.module.css'

type PhotosProps = {
  record: FormRecord
  /** Keeps a photo until the server has it; in a draft. */
  add?: (photo: File, caption: string | null) => Promise<boolean>
}

/** The photos of a record, and in a draft a way to add one. */
export function Photos({ record, add }: PhotosProps) {
  const { t } = useTranslation(['forms', 'offline'])
  const [caption, setCaption] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const outdates = [formCalls[record.form].list]
  const strike = useSend(formRecords.strikePhoto, { outdates })
  const unsent = useKeptParts(record._id, 'photo').filter(
    ({ part }) => !record.photos.some(({ _id }) => _id === part.op_id),
  )
  const isDraft = record.state === 'draft'
  if (!isDraft && record.photos.length + unsent.length === 0) return null
  const choose = async (file: File | null) => {
    if (!file || !add) return
    setAdding(true)
    const photo = await shrinkPhoto(file)
    setProblem(typeof photo === 'string' ? photo : undefined)
    if (typeof photo !== 'string' && (await add(photo, caption.trim() || null))) setCaption('')
    setAdding(false)
  }
  return (
    <Section title={t('photos')}>
      {record.photos.length + unsent.length > 0 && (
        <ul className={classes.photos}>
          {record.photos.map((photo, i) => (
            <li key={photo._id} className={classes.photo}>
              <PhotoView photo={photo} number={i + 1} />
              {isDraft && (
                <Button
                  variant="default"
                  size="md"
                  aria-label={t('photo.strike', {
                    caption: photo.caption ?? t('photo.none', { number: i + 1 }),
                  })}
                  loading={strike.isPending && strike.variables.photo_id === photo._id}
                  onClick={() => strike.mutate({ _id: record._id, photo_id: photo._id })}
                >
                  <IconX size={18} aria-hidden />
                </Button>
              )}
            </li>
          ))}
          {unsent.map((shown) => (
            <li key={shown.part.op_id} className={classes.photo}>
              <UnsentPhoto {...shown} />
            </li>
          ))}
        </ul>
      )}
      {isDraft && add && (
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
      )}
      {problem && (
        <Alert color="red">
          <ProblemText message={problem} />
        </Alert>
      )}
    </Section>
  )
}

function PhotoView({ photo, number }: { photo: FormPhoto; number: number }) {
  const { t } = useTranslation('forms')
  const caption = photo.caption ?? t('photo.none', { number })
  return (
    <>
      <PhotoPicture photo={photo} caption={caption} />
      <span className={classes.caption}>
        <strong>{caption}</strong>
        <span>
          <Moment at={photo.at} /> · <StaffName of={photo.by} />
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
          <Moment at={new Date(part.kept_at).toISOString()} />
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
