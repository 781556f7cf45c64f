import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonPhoto } from './person-photo.tsx'
import classes from './photo-field.module.css'

const photoSize = 88
const imageTypes = ['image/jpeg', 'image/png']

type PhotoFieldProps = {
  label: string
  kind: 'user' | 'patient'
  name: string
  /** Address of the photo that is kept already. */
  keptSrc?: string | undefined
  /** A new photo; `''` takes the kept one away; undefined leaves it. */
  value: Blob | '' | undefined
  onChange: (value: File | '' | undefined) => void
  error?: ReactNode
}

/** Chooses a jpeg, jpg or png and shows it. What a file really is, the server finds out. */
export function PhotoField({ label, kind, name, keptSrc, value, onChange, error }: PhotoFieldProps) {
  const { t } = useTranslation(['ui', 'codes'])
  const [isWrongType, setWrongType] = useState(false)
  const keptPhoto = value === '' ? undefined : keptSrc
  const isShown = !!value || !!keptPhoto
  return (
    <Input.Wrapper label={label} labelElement="div" error={isWrongType ? t('codes:error-code.1201') : error}>
      <Group gap="md" wrap="nowrap">
        {value ? (
          <ChosenPhoto picture={value} />
        ) : (
          <PersonPhoto kind={kind} src={keptPhoto} name={name} size={photoSize} />
        )}
        <div>
          <Group gap="xs">
            <FileButton
              accept={imageTypes.join()}
              onChange={(file) => {
                if (!file) return
                const isImage = imageTypes.includes(file.type)
                setWrongType(!isImage)
                if (isImage) onChange(file)
              }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  size="md"
                  leftSection={<IconPhoto size={18} aria-hidden />}
                >
                  {t(isShown ? 'photo-replace' : 'photo-choose')}
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
                  setWrongType(false)
                  onChange(value ? undefined : '')
                }}
              >
                {t('photo-remove')}
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

/** A picture that is not kept anywhere yet. Its address lives as long as it is drawn. */
function ChosenPhoto({ picture }: { picture: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(picture)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [picture],
  )
  return <img ref={show} alt="" width={photoSize} height={photoSize} className={classes.chosen} />
}
