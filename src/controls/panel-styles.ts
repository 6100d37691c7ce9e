import { css } from 'lit';

/** A sheet above the page, and its head. */
export const panelStyles = css`
  .panel {
    box-sizing: border-box;
    position: absolute;
    background: var(--svc-surface);
    border: 1px solid var(--svc-line);
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.16);
    overflow: hidden;
    outline: none;
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: 6px 8px 6px 20px;
  }
`;
