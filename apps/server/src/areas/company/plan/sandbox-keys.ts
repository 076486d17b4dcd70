import type { AlipayApp } from '@tradewind/connectors/payments/alipay/index.ts';

/** Our keys for the sandbox's Alipay; they are valid nowhere else. */
export const SANDBOX_ALIPAY: AlipayApp = {
  appId: '2021000000000081',
  sellerId: '2088000000000082',
  privateKey:
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC3/DhJLh1jpxcFlyGRv+pvl20KBn7g9i6qFM5ymQBsZscOIz2D' +
    'mF0YRcOin1JpQthkwYudfvxTcKiZqF8k14Darkw9zncgZGzhmUor/ergk7IARH2Fcftazhm5d5XWaaV0s8uM6+W+k357GLVhxw8e' +
    'uIV+09aDyAZbswTIBMUdVRGeQkKik1o4qWHyRXFb556x+Mt0PgUbPNJr5h7IW/QBgxqlgPyD4vEt8ART0X9rnFAPVJmlL7Yqpdkw' +
    '7asVvttSvHSJHHyOv2BU4MzmrZQAcLFtSZP8dKBlaFbhH+7PC9OZmbjvEqN6ysLqj7JOE+2eXZVYPzkyt6vPlzNmtjzhAgMBAAEC' +
    'ggEAEKHT4sWw8XPG8IHvjnH3evwI5umcabDHmieEXDa5o5MM9pm382AANnQEEfzuIcbhsgYPHX8/xzk9fJqMc1Op+drc2I+EFGEP' +
    'uLs3Sc/L/l5LrpuCb2BU9SoBiFMnr/jf9LNWONiQbdB+lBkxOHQayU+r/cGfuE0KShreWUiZGyQQ1RbdCxMsrPOUy6VcXfZodzDe' +
    'KT4YiTGORt+uB+v04c7qwgGYzyhPh1JzjzyrYtgVnAOJ6PEELP8Cdc+Pm3Hku+R+sqMJKmBdy14OBVml8Rx2hduuOY9MVUquZzeU' +
    'K0VMQOllYLtRYREz1ug66onFnuCX7/QRbQtyT5O0onbSYQKBgQDZDPLgmTCAmHRdmLukZXoDG3rQfEG4965RF1BRBpX0OMwafrdv' +
    'dtzTT+7dScLDZ8tm4iMv8iSgMI7T+Ge2TAYPxy4jgyYcy1Rycsfe825sMGO7KwaonYSTQU0LT6kExvQ4wch8Ui7Ld0fOGWkSoxY5' +
    'mL2b8bB3WXVhc7XSCBzM+QKBgQDZAEmbz8b6uDMKTY/vmnbsNtTcep7+f7hxMcJsLvd2QWkAwoCTm5zvPMmRQ4+KECdmAdMyJz0/' +
    'gGbEXqfQqfDJvVMMriueKbeIrKGLQwF7TjqmsdJlXXIpl1ke76+AzJfJlm78RF10ZakSaVAzIig8qxyJRIHzV1++nY86bfvxKQKB' +
    'gH1LhEkzJVSWrVX6fReBnNV+X39Ku4XTNMWK98pOSvIYd3oz/CBUNVWmpvUHR28V080obbeXyJzQayLiGryZVkZ1bKUDaFTm63DF' +
    '4atKS0wZAvlg9Q8RHx8Caz9EVQV09DZvZxSdPHYn/UN0V7tyebn1+j6zXnMHKUOAUE1WcYnBAoGAakzhwhn+d0NUfW+RWuZn6z7Q' +
    '91B6ImGekJS3kRdQ0fUo4t5k7eoE7ozwkOBvqEpRgn7SXncqYbkcnoVf36/f7HN6A3QumcQFzEYEvJuOVkD0KkRhtJYaHpWtaqIv' +
    'bwDKOk4fACTdQu+p6wL77pCE9XM8/2E352Sd2lqElzLZgEECgYEAoNgVio3qrqyNPhC417bRU5OwhNBDCuO+INFJH0FIloXwDvtD' +
    '5nSprZCz490XBEGa6pnCv/ecSsbvfh+yrXpwhvgWDkB3+j5pCncd4WmzLTv/ku6penLeOWLu30xSG6+WTlawYgZQPxpGHlij0eWo' +
    'LGABV0/ELSayxxiKuSLYtck=',
  alipayPublicKey:
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmI1BgvgTVT/cR57jFZ12VZkZZXYnLW7YaXAA2eDHUgPkIfBDoVjqHdrF' +
    'X1J+eouO0A7JiKIzT6RlicsqKDkffdP/xC/g69ePrHs7yinXUgWUWgI44IrHc18SEAMHXrfzXGWuOduNBzF5J7KzCOCJOe74vNJa' +
    '33eoaLp4sxhLgj3s08YtapXUBIFdppKThMeeTyrFR97qUiXRFhytQwG7RmCCQsNdTeXnXvm/1xqAb38uCGMgtLHWg6uS1VQ8AZ9m' +
    'TUAcd+U8pzJl3O/2ivHK5MkQR4UqaJfc/k6xifAQE0OSei3R965eLY0mZKmYRMoBmr0CA6k20vxChlf1paGwFwIDAQAB',
};
