import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** A password field whose text can be shown. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('ui')
  return (
    <PasswordInput
      size="md"
      withAsterisk
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />
      }
      visibilityToggleButtonProps={{ 'aria-label': t('show-password'), tabIndex: 0 }}
      {...props}
    />
  )
}
