import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FluidCell } from '../../features/fluids/fluid-cell.tsx'
import { FluidDialog } from '../../features/fluids/fluid-dialog.tsx'
import type { DrawFluids } from '../../features/readings/round/round-row.tsx'
import { RoundScreen } from '../../features/readings/round/round-screen.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { wardQuery } from './ward-query.ts'

/** The URL holds the ward. */
export function RoundPage() {
  const { t } = useTranslation('fluids')
  const { state, change } = useUrlState(wardQuery)
  const [open, setOpen] = useState<{ patientId: string; who: string }>()
  const drawFluids = useCallback<DrawFluids>(
    ({ patient, fluids }, who) =>
      fluids && <FluidCell sum={fluids} who={who} onAdd={() => setOpen({ patientId: patient._id, who })} />,
    [],
  )
  return (
    <>
      <RoundScreen ward={state.ward} onChange={(ward) => change({ ward })} drawFluids={drawFluids} />
      <FluidDialog
        patientId={open?.patientId}
        title={open ? `${t('add')} · ${open.who}` : ''}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}
