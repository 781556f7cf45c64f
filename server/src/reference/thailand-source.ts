import { readFileSync } from 'node:fs'
import { getDatabase, preload, setEngMode, setGeoMode } from 'thai-address-universal'

/*
 * Makes thailand.tsv: `node server/src/reference/thailand-source.ts > server/src/reference/thailand.tsv`.
 *
 * The package has every name and zipcode, but its codes are from before 2011: a sub-district that has moved to a newer
 * district still has its old code, which may belong to another sub-district now. For those, geocodes.txt has the
 * geocodes of the Department of Provincial Administration: one line for each district, with two digits and the name of
 * each sub-district.
 */

/** The province and districts that are newer than the codes of the package. */
const provinceCodes: Record<string, string> = { บึงกาฬ: '38' }
const districtCodes: Record<string, string> = {
  'บึงกาฬ/เมืองบึงกาฬ': '3801',
  'บึงกาฬ/พรเจริญ': '3802',
  'บึงกาฬ/โซ่พิสัย': '3803',
  'บึงกาฬ/เซกา': '3804',
  'บึงกาฬ/ปากคาด': '3805',
  'บึงกาฬ/บึงโขงหลง': '3806',
  'บึงกาฬ/ศรีวิไล': '3807',
  'บึงกาฬ/บุ่งคล้า': '3808',
  'เชียงใหม่/กัลยาณิวัฒนา': '5025',
  'อุตรดิตถ์/น้ำปาด': '5304',
}

/** A postcode without a sub-district, a sub-district that was never founded, and one that was divided. */
const notSubDistricts = new Set(['เมืองขอนแก่น/มหาวิทยาลัยขอนแก่น', 'ยางสีสุราช/ขามเรียน', 'บางบอน/บางบอน'])

/** Founded since then. */
const addedSubDistricts: [code: string, en: string, th: string, zipcode: string][] = [
  ['100910', 'Phra Khanong Tai', 'พระโขนงใต้', '10260'],
  ['101406', 'Phaya Thai', 'พญาไท', '10400'],
  ['102602', 'Ratchadaphisek', 'รัชดาภิเษก', '10400'],
  ['105002', 'Bang Bon Nuea', 'บางบอนเหนือ', '10150'],
  ['105003', 'Bang Bon Tai', 'บางบอนใต้', '10150'],
  ['105005', 'Khlong Bang Bon', 'คลองบางบอน', '10150'],
]

/** If several zipcodes serve a sub-district, the first one is used, except for these. */
const mainZipcodes: Record<string, string> = {
  'บึงกุ่ม/คลองกุ่ม': '10240',
  'เมืองภูเก็ต/ฉลอง': '83130',
  'เมืองภูเก็ต/ราไวย์': '83130',
  'เกาะพะงัน/เกาะเต่า': '84360',
}

const provinceNames: Record<string, string> = {
  นครราชสีมา: 'Nakhon Ratchasima',
  นครสวรรค์: 'Nakhon Sawan',
  สุพรรณบุรี: 'Suphan Buri',
}

const districtNames: Record<string, string> = {
  สาทร: 'Sathon',
  ค่ายบางระจัน: 'Khai Bang Rachan',
  สนามชัยเขต: 'Sanam Chai Khet',
  ขามสะแกแสง: 'Kham Sakae Saeng',
  กุดข้าวปุ้น: 'Kut Khaopun',
  ตระการพืชผล: 'Trakan Phuet Phon',
  ภูผาม่าน: 'Phu Pha Man',
  อุบลรัตน์: 'Ubolratana',
  แวงใหญ่: 'Waeng Yai',
  ประจักษ์ศิลปาคม: 'Prachaksinlapakhom',
  กัลยาณิวัฒนา: 'Galyani Vadhana',
  น้ำปาด: 'Nam Pat',
  นครชัยศรี: 'Nakhon Chai Si',
  กระทุ่มแบน: 'Krathum Baen',
  ชะอำ: 'Cha-am',
  พระแสง: 'Phra Saeng',
  ตะโหมด: 'Tamot',
  เมืองพังงา: 'Mueang Phang Nga',
  ด่านมะขามเตี้ย: 'Dan Makham Tia',
  ป้อมปราบศัตรูพ่าย: 'Pom Prap Sattru Phai',
}

/** Romanisations in which the package lost letters. */
const subDistrictNames: Record<string, string> = {
  คลองต้นไทร: 'Khlong Ton Sai',
  สมเด็จเจ้าพระยา: 'Somdet Chao Phraya',
  ทรายกองดิน: 'Sai Kong Din',
  ทรายกองดินใต้: 'Sai Kong Din Tai',
  สามวาตะวันตก: 'Sam Wa Tawan Tok',
  สามวาตะวันออก: 'Sam Wa Tawan Ok',
  จอมพล: 'Chom Phon',
  จันทรเกษม: 'Chantharakasem',
  เสนานิคม: 'Sena Nikhom',
  บางค้อ: 'Bang Kho',
  สนามบิน: 'Sanam Bin',
  ถนนนครไชยศรี: 'Thanon Nakhon Chai Si',
  วชิรพยาบาล: 'Wachira Phayaban',
  สวนจิตรลดา: 'Suan Chit Lada',
  สี่แยกมหานาค: 'Si Yaek Maha Nak',
  คลองชักพระ: 'Khlong Chak Phra',
  ฉิมพลี: 'Chim Phli',
  ศาลาธรรมสพน์: 'Sala Thammasop',
  ตลาดพลู: 'Talat Phlu',
  บุคคโล: 'Bukkhalo',
  วัดกัลยาณ์: 'Wat Kanlaya',
  สำเหร่: 'Samre',
  หิรัญรูจี: 'Hiran Ruchi',
  บางขุนนนท์: 'Bang Khun Non',
  บางขุนศรี: 'Bang Khun Si',
  บ้านช่างหล่อ: 'Ban Chang Lo',
  ศิริราช: 'Siri Rat',
  อรุณอัมรินทร์: 'Arun Amarin',
  วัดท่าพระ: 'Wat Tha Phra',
  วัดอรุณ: 'Wat Arun',
  คลองจั่น: 'Khlong Chan',
  บางโคล่: 'Bang Khlo',
  วัดพระยาไกร: 'Wat Phraya Krai',
  วงศ์สว่าง: 'Wong Sawang',
  บางนาเหนือ: 'Bang Na Nuea',
  บางนาใต้: 'Bang Na Tai',
  คลองบางพราน: 'Khlong Bang Phran',
  มหาพฤฒาราม: 'Maha Phruettharam',
  สีลม: 'Si Lom',
  สี่พระยา: 'Si Phraya',
  สุริยวงศ์: 'Suriyawong',
  อนุสาวรีย์: 'Anusawari',
  บางแคเหนือ: 'Bang Khae Nuea',
  คลองกุ่ม: 'Khlong Kum',
  นวมินทร์: 'Nawamin',
  นวลจันทร์: 'Nuan Chan',
  ลุมพินี: 'Lumphini',
  คลองมหานาค: 'Khlong Maha Nak',
  บ้านบาตร: 'Ban Bat',
  ป้อมปราบ: 'Pom Prap',
  วัดเทพศิรินทร์: 'Wat Thep Sirin',
  วัดโสมนัส: 'Wat Sommanat',
  สามเสนใน: 'Sam Sen Nai',
  สามเสนนอก: 'Sam Sen Nok',
  ชนะสงคราม: 'Chana Songkhram',
  ตลาดยอด: 'Talat Yot',
  บวรนิเวศ: 'Bowon Niwet',
  บางขุนพรหม: 'Bang Khun Phrom',
  พระบรมมหาราชวัง: 'Phra Borom Maha Ratchawang',
  วังบูรพาภิรมย์: 'Wang Burapha Phirom',
  วัดราชบพิธ: 'Wat Ratchabophit',
  วัดสามพระยา: 'Wat Sam Phraya',
  ศาลเจ้าพ่อเสือ: 'San Chao Pho Suea',
  เสาชิงช้า: 'Sao Chingcha',
  บางหว้า: 'Bang Wa',
  บางแวก: 'Bang Waek',
  ปากคลองภาษีเจริญ: 'Pak Khlong Phasi Charoen',
  แสนแสบ: 'Saen Saep',
  ช่องนนทรี: 'Chong Nonsi',
  บางโพงพาง: 'Bang Phong Phang',
  ถนนพญาไท: 'Thanon Phaya Thai',
  ถนนเพชรบุรี: 'Thanon Phetchaburi',
  ทุ่งพญาไท: 'Thung Phaya Thai',
  มักกะสัน: 'Makkasan',
  บางปะกอก: 'Bang Pakok',
  คลองสองต้นนุ่น: 'Khlong Song Ton Nun',
  คลองสามประเวศ: 'Khlong Sam Prawet',
  ลำปลาทิว: 'Lam Pla Thio',
  จรเข้บัว: 'Chorakhe Bua',
  คลองเจ้าคุณสิงห์: 'Khlong Chao Khun Sing',
  สะพานสอง: 'Saphan Song',
  คลองตันเหนือ: 'Khlong Tan Nuea',
  คลองเตยเหนือ: 'Khlong Toei Nuea',
  พระโขนงเหนือ: 'Phra Khanong Nuea',
  อ่อนนุช: 'On Nut',
  พัฒนาการ: 'Phatthanakan',
  จักรวรรดิ์: 'Chakkrawat',
  ตลาดน้อย: 'Talat Noi',
  ทุ่งมหาเมฆ: 'Thung Maha Mek',
  คลองถนน: 'Khlong Thanon',
  คลองสิบ: 'Khlong Sip',
  คลองสิบสอง: 'Khlong Sip Song',
  คู้ฝั่งเหนือ: 'Khu Fang Nuea',
  ลำต้อยติ่ง: 'Lam Toiting',
  ลำผักชี: 'Lam Phak Chi',
  หนองค้างพลู: 'Nong Khang Phlu',
  ตลาดบางเขน: 'Talat Bang Khen',
  ทุ่งสองห้อง: 'Thung Song Hong',

  เกาะศรีบอยา: 'Ko Si Boya',
  ท่าขนุน: 'Tha Khanun',
  สหกรณ์นิคม: 'Sahakon Nikhom',
  ปรังเผล: 'Prang Phe',
  สระพังทอง: 'Sa Phang Thong',
  กลางหมื่น: 'Klang Muen',
  นิคมทุ่งโพธิ์ทะเล: 'Nikhom Thung Pho Thale',
  ทุ่งชมพู: 'Thung Chomphu',
  หนองกุงธนสาร: 'Nong Kung Thanasan',
  หนองกุงเซิน: 'Nong Kung Soen',
  บริบูรณ์: 'Boribun',
  ศรีสุขสำราญ: 'Si Suk Samran',
  เขื่อนอุบลรัตน์: 'Khuean Ubolratana',
  ชากไทย: 'Chak Thai',
  คลองนครเนื่องเขต: 'Khlong Nakhon Nueang Khet',
  กะฮาด: 'Kahat',
  แหลมกลัด: 'Laem Klat',
  ศรีษะทอง: 'Sisa Thong',
  สระกะเทียม: 'Sa Kathiam',
  สระว่านพระยา: 'Sa Wan Phraya',
  สระจรเข้: 'Sa Chorakhe',
  นิคมสร้างตนเอง: 'Nikhom Sang Ton Eng',
  หนองบุนนาก: 'Nong Bunnak',
  หน้าพระลาน: 'Na Phra Lan',
  สามตำบล: 'Sam Tambon',
  พรหมนิมิต: 'Phrom Nimit',
  ราษฎร์นิยม: 'Rat Niyom',
  โละจูด: 'Lochut',
  ศรีษะเกษ: 'Sisa Ket',
  หนองกะทิง: 'Nong Kathing',
  ตันหยงดาลอ: 'Tanyong Dalo',
  รมณีย์: 'Rommani',
  นาโหนด: 'Na Not',
  คลองคูณ: 'Khlong Khun',
  ม่วงกลวง: 'Muang Kluang',
  คำพอุง: 'Kham Pha-ung',
  พรหมมาสตร์: 'Phrommat',
  นาแส่ง: 'Na Saeng',
  สบป้าด: 'Sop Pat',
  ขนุน: 'Khanun',
  ละเอาะ: 'La-o',
  สำโรงปราสาท: 'Samrong Prasat',
  ศรีโนนงาม: 'Si Non Ngam',
  อี่หล่ำ: 'I Lam',
  ทุ่งขมิ้น: 'Thung Khamin',
  บ้านระกาศ: 'Ban Rakat',
  ตลาดกระทุ่มแบน: 'Talat Krathum Baen',
  บางโขมด: 'Bang Khamot',
  บ้านครัว: 'Ban Khrua',
  สร่างโศก: 'Sang Sok',
  ขุนโขลน: 'Khun Khlon',
  ธารเกษม: 'Than Kasem',
  พุกร่าง: 'Phu Krang',
  ซับสนุ่น: 'Sap Sanun',
  ลำพญากลาง: 'Lam Phaya Klang',
  คำพราน: 'Kham Phran',
  คลองเรือ: 'Khlong Ruea',
  บ้านกลับ: 'Ban Klap',
  นาโฉง: 'Na Chong',
  พระยาทด: 'Phraya Thot',
  ทมอ: 'Thamo',
  ตระเปียงเตีย: 'Trapiang Tia',
  แตล: 'Talae',
  บ้านใหม่ไชยมงคล: 'Ban Mai Chai Mongkhon',
  สร้างถ่อน้อย: 'Sang Tho Noi',
  บ้านจีต: 'Ban Chit',
  ป่าไหน่: 'Pa Nai',
  กุดสิมคุ้มใหม่: 'Kut Sim Khum Mai',
  เทพนคร: 'Thep Nakhon',
  ภูห่าน: 'Phu Han',
  แวงใหญ่: 'Waeng Yai',
  ใหม่นาเพียง: 'Mai Na Phiang',
  หนองตาดใหญ่: 'Nong Tat Yai',
  ศีรษะจรเข้ใหญ่: 'Sisa Chorakhe Yai',
  นครชัยศรี: 'Nakhon Chai Si',
}

const pickOverride = (table: Record<string, string>, key: string, otherwise = '') => table[key] ?? otherwise

function readGeocodes() {
  const geocodes: Record<string, string> = {}
  for (const line of readFileSync(new URL('geocodes.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    const [district = '', ...places] = line.split(' ')
    for (const place of places) geocodes[`${district}/${place.slice(2)}`] = district + place.slice(0, 2)
  }
  return geocodes
}

async function readPackage() {
  await preload({ language: 'both', geo: true })
  await setGeoMode(true)
  await setEngMode(true)
  const english = getDatabase()
  await setEngMode(false)
  return getDatabase().map((thai, index) => ({ thai, english: english[index] ?? thai }))
}

export async function buildThailandRows(): Promise<string> {
  const geocodes = readGeocodes()
  const rows = new Map<string, string[]>()
  for (const { thai, english } of await readPackage()) {
    const province = pickOverride(provinceCodes, thai.province, thai.province_code)
    const district = pickOverride(districtCodes, `${thai.province}/${thai.district}`, thai.district_code)
    rows.set(province, [pickOverride(provinceNames, thai.province, english.province), thai.province])
    rows.set(district, [pickOverride(districtNames, thai.district, english.district), thai.district])

    const place = `${thai.district}/${thai.sub_district}`
    // Uninhabited islands have no zipcode.
    if (!thai.postal_code || notSubDistricts.has(place)) continue
    const isCurrent = thai.sub_district_code?.startsWith(district)
    const code = isCurrent ? thai.sub_district_code : geocodes[`${district}/${thai.sub_district}`]
    if (!code) throw new Error(`${place} has no geocode`)
    const zipcode = pickOverride(mainZipcodes, place, thai.postal_code)
    const name = pickOverride(subDistrictNames, thai.sub_district, english.sub_district)
    if (!rows.has(code)) rows.set(code, [name, thai.sub_district, zipcode])
  }
  for (const [code, ...rest] of addedSubDistricts) rows.set(code, rest)
  return Array.from(rows, ([code, row]) => `${[code, ...row].join('\t')}\n`)
    .sort()
    .join('')
}

if (import.meta.main) process.stdout.write(await buildThailandRows())
