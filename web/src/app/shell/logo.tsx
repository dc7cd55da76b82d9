/** Two sheets and the line at which they are torn apart. */
export const Logo = () => (
  <svg width={26} height={26} viewBox="0 0 32 32" aria-hidden focusable="false">
    <rect width="32" height="32" rx="7" fill="#1f5fae" />
    <path d="M8 7h12l4 4v4H8z" fill="#fff" />
    <path d="M8 20h16v5H8z" fill="#fff" />
    <path d="M5 17.5h22" stroke="#ffd43b" strokeWidth="2" strokeDasharray="3 2.4" />
  </svg>
);
