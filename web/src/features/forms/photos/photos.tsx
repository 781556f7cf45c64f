import { Button, FileButton, TextInput } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { type FormPhoto, type FormRecord, formRecords, photoProblems } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { useSend } from '../../../api/client.ts'
import { usePhotoUrl } from '../../../api/photo.ts'
import { StaffName } from '../../../clinical/staff-name.tsx'
import { Moment } from '../../../ui/date/moment.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FailureAlert } from '../../../ui/feedback/failure-alert.tsx'
import { Section } from '../../../ui/section.tsx'
import { formCalls } from '../calls.ts'
import classes from './photos.module.css'
import { shrinkPhoto } from './shrink-photo.ts'

type PhotosProps = {
  record: FormRecord
  /** Sends what is typed, which goes before a photo; false if it could not be sent. */
  prepare?: () => Promise<boolean>
}

/** The photos of a record, and in a draft a way to add one. */
export function Photos({ record, prepare = async () => true }: PhotosProps) {
  const { t } = useTranslation('forms')
  const [caption, setCaption] = useState('')
  const [isPreparing, setPreparing] = useState(false)
  const outdates = [formCalls[record.form].list]
  const add = useSend(formRecords.addPhoto, {
    inline: ['invalid', ...photoProblems],
    outdates,
    onSuccess: () => setCaption(''),
  })
  const strike = useSend(formRecords.strikePhoto, { outdates })
  const isDraft = record.state === 'draft'
  if (!isDraft && record.photos.length === 0) return null
  const choose = async (file: File | null) => {
    if (!file) return
    setPreparing(true)
    const isSent = await prepare()
    const photo = isSent && (await shrinkPhoto(file))
    setPreparing(false)
    if (photo)
      add.mutate({
        _id: record._id,
        new_id: newId(),
        photo,
        ...(caption.trim() && { caption: caption.trim() }),
      })
  }
  return (
    <Section title={t('photos')}>
      {record.photos.length > 0 && (
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
        </ul>
      )}
      {isDraft && (
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
                loading={isPreparing || add.isPending}
              >
                {t('photo.add')}
              </Button>
            )}
          </FileButton>
          <p className={classes.hint}>{t('photo.hint')}</p>
        </div>
      )}
      <FailureAlert error={add.error} />
    </Section>
  )
}

function PhotoView({ photo, number }: { photo: FormPhoto; number: number }) {
  const { t } = useTranslation('forms')
  const [isOpen, setOpen] = useState(false)
  const small = usePhotoUrl(formRecords.photo, photo, 'small')
  const caption = photo.caption ?? t('photo.none', { number })
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
      <span className={classes.caption}>
        <strong>{caption}</strong>
        <span>
          <Moment at={photo.at} /> · <StaffName of={photo.by} />
        </span>
      </span>
      <Dialog title={caption} opened={isOpen} onClose={() => setOpen(false)} isWide>
        <LargePhoto photo={photo} caption={caption} />
      </Dialog>
    </>
  )
}

function LargePhoto({ photo, caption }: { photo: FormPhoto; caption: string }) {
  const src = usePhotoUrl(formRecords.photo, photo, 'large')
  return src ? <img src={src} alt={caption} className={classes.large} /> : null
}
