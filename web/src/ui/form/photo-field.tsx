import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { type CallError, isJpegOrPng, maxPhotoBytes } from 'contract'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonPhoto } from '../picture/person-photo.tsx'
import classes from './photo-field.module.css'
import { ProblemText } from './schema-form.tsx'

const photoSize = 88
const imageTypes = 'image/jpeg,image/png'
/** So many bytes at the start of a file tell its type. */
const signatureBytes = 8

type PhotoFieldProps = {
  label: string
  kind: 'user' | 'patient' | 'vehicle' | 'logo'
  /** URL of the stored photo. */
  keptSrc?: string | undefined
  /** A new photo; `''` removes the stored one; undefined keeps it. */
  value: Blob | '' | undefined
  onChange: (value: File | '' | undefined) => void
  error?: ReactNode
}

/** The photo of a form, and why the server refused it. */
export function useChosenPhoto({ error, reset }: { error: CallError | null; reset: () => void }) {
  const [photo, setPhoto] = useState<File | ''>()
  const problem = error?.fields.find(({ field }) => field === 'photo')
  return {
    isChosen: photo !== undefined,
    /** What a save sends of it. */
    sent: photo === undefined ? {} : { photo },
    fieldProps: {
      value: photo,
      onChange: (chosen: File | '' | undefined) => {
        setPhoto(chosen)
        reset()
      },
      error: problem && <ProblemText message={problem.message} />,
    },
  }
}

/** Chooses a jpeg, jpg or png and shows it. Any other file, whatever its name, is refused at once. */
export function PhotoField({ label, kind, keptSrc, value, onChange, error }: PhotoFieldProps) {
  const { t } = useTranslation('ui')
  const [refusal, setRefusal] = useState<PhotoProblem>()
  const latest = useRef<File>(undefined)
  const keptPhoto = value === '' ? undefined : keptSrc
  const isShown = !!value || !!keptPhoto
  const act = isShown ? 'replace' : 'choose'

  async function choose(file: File) {
    latest.current = file
    const problem = await findPhotoProblem(file)
    if (latest.current !== file) return
    setRefusal(problem)
    if (!problem) onChange(file)
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={refusal ? <ProblemText message={refusal} /> : error}
    >
      <Group gap="md" wrap="nowrap">
        {value ? (
          <ChosenPhoto picture={value} kind={kind} />
        ) : kind === 'logo' ? (
          keptPhoto && <img src={keptPhoto} alt="" className={classes.logo} />
        ) : (
          <PersonPhoto kind={kind} src={keptPhoto} size={photoSize} />
        )}
        <div>
          <Group gap="xs">
            <FileButton
              accept={imageTypes}
              onChange={(file) => {
                if (file) void choose(file)
              }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  size="md"
                  leftSection={<IconPhoto size={18} aria-hidden />}
                >
                  {kind === 'logo' ? t(`logo-${act}`) : t(`photo-${act}`)}
                </Button>
              )}
            </FileButton>
            {isShown && (
              <Button
                variant="subtle"
                color="gray"
                size="md"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => {
                  latest.current = undefined
                  setRefusal(undefined)
                  onChange(value ? undefined : '')
                }}
              >
                {t(kind === 'logo' ? 'logo-remove' : 'photo-remove')}
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {t('photo-hint')}
          </Text>
        </div>
      </Group>
    </Input.Wrapper>
  )
}

type PhotoProblem = 'photo-type' | 'photo-too-large' | 'photo-unreadable'

/** Why a file cannot be a photo; the same rules as the server's. */
async function findPhotoProblem(file: File): Promise<PhotoProblem | undefined> {
  try {
    const begin = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
    if (!isJpegOrPng(begin)) return 'photo-type'
  } catch {
    return 'photo-unreadable'
  }
  return file.size > maxPhotoBytes ? 'photo-too-large' : undefined
}

/** A picture that is not uploaded yet. Its object URL exists as long as it is mounted. */
function ChosenPhoto({ picture, kind }: { picture: Blob; kind: PhotoFieldProps['kind'] }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(picture)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [picture],
  )
  if (kind === 'logo') return <img ref={show} alt="" className={classes.logo} />
  return <img ref={show} alt="" width={photoSize} height={photoSize} className={classes.chosen} />
}
