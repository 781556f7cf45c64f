import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonPhoto } from './person-photo.tsx'

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
  const chosenSrc = useObjectUrl(value)
  const src = value === '' ? undefined : (chosenSrc ?? keptSrc)
  return (
    <Input.Wrapper label={label} labelElement="div" error={isWrongType ? t('codes:error-code.1201') : error}>
      <Group gap="md" wrap="nowrap">
        <PersonPhoto kind={kind} src={src} name={name} size={88} />
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
                  {t(src ? 'photo-replace' : 'photo-choose')}
                </Button>
              )}
            </FileButton>
            {src && (
              <Button
                variant="subtle"
                color="gray"
                size="md"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => {
                  setWrongType(false)
                  onChange(keptSrc ? '' : undefined)
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

function useObjectUrl(value: Blob | '' | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!value) return setUrl(undefined)
    const made = URL.createObjectURL(value)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [value])
  return url
}
