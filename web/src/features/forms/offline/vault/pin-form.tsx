import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../offline.module.css'

const leastDigits = 6

type PinFormProps = {
  action: string
  error: string | undefined
  onPin: (pin: Uint8Array<ArrayBuffer>) => Promise<void>
}

/** Asks for a PIN of six digits or more. */
export function PinForm({ action, error, onPin }: PinFormProps) {
  const { t } = useTranslation('offline')
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await onPin(new TextEncoder().encode(pin))
    setBusy(false)
    setPin('')
  }
  return (
    <form className={classes.pin} onSubmit={(event) => void submit(event)}>
      <PasswordInput
        label={t('pin')}
        description={t('pin-hint', { count: leastDigits })}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        value={pin}
        error={error}
        onChange={({ currentTarget }) => setPin(currentTarget.value.replace(/\D/g, ''))}
      />
      <Button type="submit" size="md" loading={isBusy} disabled={pin.length < leastDigits}>
        {action}
      </Button>
    </form>
  )
}
