/** A message as a device sends it. */
export type Payload = { topic: string; payload: string }

const seconds = (at: number) => Math.floor(at / 1000)
const json = (topic: string, content: object): Payload => ({ topic, payload: JSON.stringify(content) })

/** With colons and capitals, as gateways write their own MAC. */
const spelledOut = (mac: string) => (mac.toUpperCase().match(/../g) ?? []).join(':')

/** What a gateway heard of one device at `scannedAt`, sent at `sentAt` (milliseconds). */
export function heardByGateway(
  gateway: string,
  { attribute, model }: { attribute: string; model: string },
  heard: { mac: string; scannedAt: number; values: Record<string, number | string> },
  sentAt: number,
): Payload {
  const mac = spelledOut(gateway)
  return json('dusun_pub', {
    from: 'BLE',
    to: 'CLOUD',
    time: seconds(sentAt),
    deviceCode: mac,
    mac,
    type: 'reportAttribute',
    device: model,
    data: {
      attribute,
      mac,
      value: {
        device_list: [{ scan_time: seconds(heard.scannedAt), ble_addr: heard.mac, ...heard.values }],
      },
    },
  })
}

const heartbeat = (topic: string, from: string, mac: string, name: string, at: number) =>
  json(topic, {
    from,
    to: 'CLOUD',
    name,
    time: seconds(at),
    mac: spelledOut(mac),
    type: 'HB_Msg',
    data: { msg: 'Online' },
  })

export const gatewayHeartbeat = (mac: string, name: string, at: number): Payload =>
  heartbeat('ESP32_BLE_GW_TX', 'ESP32_GW', mac, name, at)

export const boxHeartbeat = (mac: string, name: string, at: number): Payload =>
  heartbeat('CM4_BLE_GW_TX', 'PI', mac, name, at)

/** The message cut in the middle, as by a lost connection. */
export function brokenOff({ topic, payload }: Payload): Payload {
  return { topic, payload: payload.slice(0, Math.floor(payload.length * 0.6)) }
}

export type Place = { latitude: number; longitude: number }

/** As `16/06/2025 12:30:45`, in Thai time. */
function watchTime(at: number): string {
  const local = new Date(at + 7 * 60 * 60_000).toISOString()
  const [year, month, day] = local.slice(0, 10).split('-')
  return `${day}/${month}/${year} ${local.slice(11, 19)}`
}

/** Without a place the watch is indoors: then it sends zeros. */
const locationOf = (place: Place | null) => ({
  GPS: { latitude: place?.latitude ?? 0, longitude: place?.longitude ?? 0, speed: 0, header: 0 },
  WiFi: '[]',
  LBS: { MCC: '520', MNC: '3', LAC: '1815', CID: '79474300' },
})

export type WatchVitals = {
  heartRate: number
  bp_sys: number
  bp_dia: number
  bodyTemperature: number
  spO2: number
}

/** What was not measured is zero. */
export function watchVitals(
  IMEI: string,
  { bp_sys, bp_dia, ...vitals }: WatchVitals,
  battery: number,
  at: number,
): Payload {
  return json('iMEDE_watch/VitalSign', {
    IMEI,
    ...vitals,
    bloodPressure: { bp_sys, bp_dia },
    signalGSM: 80,
    battery,
    location: locationOf(null),
    timeStamps: watchTime(at),
  })
}

/** `step` is the count since midnight; undefined if the watch lies on a table. */
export function watchHeartbeat(IMEI: string, battery: number, step: number | undefined, at: number): Payload {
  return json('iMEDE_watch/hb', {
    IMEI,
    signalGSM: 80,
    battery,
    satellites: 4,
    workingMode: 2,
    timeStamps: watchTime(at),
    ...(step === undefined ? {} : { step }),
  })
}

/** `night` is a row of digits from 22:00 to 07:00: 0 awake, 1 light, 2 deep. */
export function watchSleep(IMEI: string, night: string, at: number): Payload {
  return json('iMEDE_watch/sleepdata', {
    IMEI,
    sleep: { timeStamps: watchTime(at), time: '2200@0700', data: night, num: night.length },
  })
}

export function watchPlace(IMEI: string, place: Place, at: number): Payload {
  return json('iMEDE_watch/location', { time: watchTime(at), IMEI, location: locationOf(place) })
}

export function watchFall(IMEI: string, place: Place, at: number): Payload {
  return json('iMEDE_watch/fallDown', {
    status: 'FALL DOWN',
    location: locationOf(place),
    IMEI,
    timeStamps: watchTime(at),
  })
}

export function watchSos(IMEI: string, place: Place, at: number): Payload {
  return json('iMEDE_watch/SOS', {
    status: 'SOS',
    location: locationOf(place),
    IMEI,
    timeStamps: watchTime(at),
  })
}

/** The identity card that the patient inserted. */
export type Card = { citiz: string; nameTH: string; nameEN: string; brith: string; gender: '1' | '2' }

/** The box does not say which of its devices measured: then the reading belongs to the box. */
export function measuredByBox(
  box: string,
  card: Card,
  { attribute, value }: { attribute: string; value: Record<string, number | string> },
  at: number,
): Payload {
  return json('CM4_BLE_GW_TX', {
    from: 'PI',
    to: 'CLOUD',
    time: seconds(at),
    mac: spelledOut(box).toLowerCase(),
    type: 'reportAttribute',
    ...card,
    data: { attribute, value },
  })
}
