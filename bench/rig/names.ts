type Spelling = readonly [thai: string, latin: string]

const parseSpellings = (text: string): Spelling[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [thai = '', latin = ''] = pair.split('=')
      return [thai, latin] as const
    })

/** Most common first: names at the start are picked more often. */
export const menNames = parseSpellings(`
  สมชาย=Somchai สมศักดิ์=Somsak ประเสริฐ=Prasoet วิชัย=Wichai สมบัติ=Sombat บุญมี=Bunmi สุรชัย=Surachai
  ธนกร=Thanakon สมพงษ์=Somphong ณัฐวุฒิ=Natthawut อนุชา=Anucha ประยูร=Prayun ชัยวัฒน์=Chaiwat
  สมหมาย=Sommai วีระ=Wira กิตติ=Kitti สุทิน=Suthin พิชัย=Phichai สุชาติ=Suchat เกียรติศักดิ์=Kiattisak
  ณรงค์=Narong ภูมินทร์=Phumin อภิชาติ=Aphichat ธีรพงษ์=Thiraphong มานพ=Manop ไพโรจน์=Phairot จักรพงษ์=Chakkraphong
  ศุภชัย=Supphachai ปิยะ=Piya เอกชัย=Ekkachai ยุทธนา=Yutthana วรวุฒิ=Worawut ทวีศักดิ์=Thawisak ชาตรี=Chatri
  กฤษณะ=Kritsana ปรีชา=Pricha อดิศักดิ์=Adisak ภาณุพงศ์=Phanuphong นิรันดร์=Niran คำปุ่น=Khampun`)

export const womenNames = parseSpellings(`
  สมพร=Somphon สมจิตร=Somchit มาลี=Mali สุนีย์=Suni บุญเรือน=Bunruean สมหญิง=Somying กาญจนา=Kanchana
  วันเพ็ญ=Wanphen ณัฐธิดา=Natthida สุดารัตน์=Sudarat อรทัย=Orathai รัตนา=Rattana พรทิพย์=Phonthip
  สมใจ=Somchai ประนอม=Pranom จันทร์เพ็ญ=Chanphen อัมพร=Amphon นิภา=Nipha สุกัญญา=Sukanya ปราณี=Prani
  วิไลวรรณ=Wilaiwan เพ็ญศรี=Phensi ธนพร=Thanaphon ชลธิชา=Chonthicha ลำดวน=Lamduan ศิริพร=Siriphon
  ดวงใจ=Duangchai พิมพ์ชนก=Phimchanok อุไร=Urai ทองใบ=Thongbai เบญจมาศ=Benchamat ฐิติมา=Thitima
  ยุพิน=Yuphin แสงเดือน=Saengduean กนกวรรณ=Kanokwan คำแพง=Khamphaeng หทัยรัตน์=Hathairat ไพลิน=Phailin
  ชุติมา=Chutima นวลจันทร์=Nuanchan`)

/** Three of these make a surname: most Thai families have a surname of their own. */
export const surnameBeginnings = parseSpellings(`
  ศรี=Si วงศ์=Wong ทอง=Thong แก้ว=Kaeo บุญ=Bun สุข=Suk จันทร์=Chan ชัย=Chai พงษ์=Phong รัตน=Rattana
  มณี=Mani เพชร=Phet อินทร์=In คำ=Kham พรหม=Phrom ไชย=Chaiya สิงห์=Sing ธรรม=Tham เจริญ=Charoen นาค=Nak
  โพธิ์=Pho สาย=Sai ภู=Phu วิเศษ=Wiset`)
export const surnameMiddles = parseSpellings(`
  =  ประ=pra สุ=su วิ=wi ดี=di มา=ma ธนา=thana กิจ=kit นุ=nu ภิ=phi เดช=det งาม=ngam`)
export const surnameEndings = parseSpellings(`
  สุวรรณ=suwan วัฒนา=watthana ศักดิ์=sak พันธ์=phan เสริฐ=soet มงคล=mongkhon สกุล=sakun ประสิทธิ์=prasit
  โชติ=chot วิทย์=wit ชาติ=chat รักษ์=rak ภักดี=phakdi สมบูรณ์=sombun ทรัพย์=sap สงคราม=songkhram
  เทพ=thep ไพบูลย์=phaibun คง=khong แสง=saeng ลาภ=lap ใจดี=chaidi อุดม=udom พล=phon`)
