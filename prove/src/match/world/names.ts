/** Names as Nigerian banks know them. Given names repeat, families share surnames, and many begin alike. */
export const surnames = [
  ...['ADEYEMI', 'ADEBAYO', 'ADEWALE', 'AJAYI', 'AKINTOLA', 'BALOGUN', 'FASHOLA', 'OGUNLEYE', 'OGUNBANJO'],
  ...['OLADIPO', 'OLANREWAJU', 'OYELARAN', 'SHONIBARE', 'OKAFOR', 'OKONKWO', 'OKEKE', 'NWOSU', 'NWACHUKWU'],
  ...['EZE', 'OBI', 'ONYEKA', 'UZOR', 'IGWE', 'ANYANWU', 'CHUKWUMA', 'NNAMDI', 'IBRAHIM', 'MUSA', 'BELLO'],
  ...['ABUBAKAR', 'DANJUMA', 'GARBA', 'LAWAL', 'SULEIMAN', 'YUSUF', 'ALIYU', 'USMAN', 'ETIM', 'EKPO', 'UDOH'],
  ...[
    'BASSEY',
    'EFFIONG',
    'OSAGIE',
    'IGBINOVIA',
    'EDOSA',
    'OSHODI',
    'IDRIS',
    'TERVER',
    'AKPAN',
    'WIKE',
    'AMADI',
  ],
] as const

export const givenNames = [
  ...['OLUWASEUN', 'OLUWATOBI', 'OLUWAFEMI', 'TEMITOPE', 'TUNDE', 'BISI', 'FOLAKE', 'YETUNDE', 'KEHINDE'],
  ...[
    'TAIWO',
    'BABATUNDE',
    'ABIODUN',
    'CHINEDU',
    'CHINONSO',
    'CHIAMAKA',
    'EMEKA',
    'NGOZI',
    'IFEOMA',
    'OBINNA',
  ],
  ...[
    'UCHENNA',
    'ADAEZE',
    'KELECHI',
    'AISHA',
    'FATIMA',
    'SADIQ',
    'HAUWA',
    'AMINU',
    'ZAINAB',
    'KABIRU',
    'MARYAM',
  ],
  ...['UDUAK', 'IDARA', 'EMEM', 'OSARO', 'EFE', 'BLESSING', 'GRACE', 'DAVID', 'SAMUEL', 'ESTHER', 'PATIENCE'],
  ...['EMMANUEL', 'VICTORIA', 'SUNDAY', 'FRIDAY', 'GIFT', 'PEACE', 'JOSEPH', 'MERCY', 'GODWIN', 'RITA'],
] as const

export const titles = ['Mr', 'Mrs', 'Alhaji', 'Chief', 'Dr.', 'Engr', 'Miss', 'Pastor'] as const
