<?php
/**
 * The start of a book's text, for crawlers and visitors without scripts.
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

/** Maximum length of a page's text, in bytes. */
const MAX_FIRST_PAGE_BYTES = 16384;

/**
 * Returns the sanitized start of a book, or an empty string if it is unavailable. The result is cached: text for half a
 * day, failures for ten minutes, so that an unreachable server does not slow down the site.
 *
 * @param string $book       Book id or isbn:….
 * @param string $deployment Deployment id, or an empty string.
 */
function get_first_page( $book, $deployment ) {
	$settings = get_settings();
	$name     = FIRST_PAGE_PREFIX . md5( implode( ' ', array( $settings['server'], $settings['key'], $deployment, $book ) ) );
	$cached   = get_transient( $name );
	if ( is_string( $cached ) ) {
		return $cached;
	}
	// Other visitors do not wait for the same request.
	set_transient( $name, '', MINUTE_IN_SECONDS );
	$page = get_book_page( $book, $deployment );
	$text = is_wp_error( $page ) || 200 !== $page['status'] ? '' : extract_text( $page['body'] );
	set_transient( $name, $text, '' === $text ? 10 * MINUTE_IN_SECONDS : 12 * HOUR_IN_SECONDS );
	return $text;
}

/**
 * Requests a book's served page, which does not count toward the key's quota if the book is public.
 *
 * @param string $book       Book id or isbn:….
 * @param string $deployment Deployment id, or an empty string.
 * @return array{status: int, body: string}|\WP_Error
 */
function get_book_page( $book, $deployment ) {
	$query = array_filter(
		array(
			'format'     => 'html',
			'book'       => $book,
			'key'        => get_settings()['key'],
			'deployment' => $deployment,
		)
	);
	return get_from_server( '/v1/reader/embed', $query, 'text/html', 4 );
}

/**
 * Returns the text of a served page, shortened and sanitized.
 *
 * @param string $html Served page.
 */
function extract_text( $html ) {
	$start = strpos( $html, '<div class="svc-sheet' );
	$start = false === $start ? false : strpos( $html, '>', $start );
	$end   = false === $start ? false : strpos( $html, '<script type="application/json">', $start );
	if ( false === $end ) {
		return '';
	}
	$text = substr( $html, $start + 1, $end - $start - 1 );
	// Remove these elements' content, which wp_kses would keep as text.
	$text = (string) preg_replace( '~<(script|style|svg|math|template|audio|video)\b.*?</\1\s*>~is', '', $text );
	$text = sanitize_text( $text );
	if ( strlen( $text ) > MAX_FIRST_PAGE_BYTES ) {
		$last = strrpos( substr( $text, 0, MAX_FIRST_PAGE_BYTES ), '</p>' );
		$text = false === $last ? '' : substr( $text, 0, $last + 4 );
	}
	return trim( force_balance_tags( $text ) );
}

/**
 * Removes everything but text elements. Links and pictures belong to a session on the server, which expires.
 *
 * @param string $html Markup.
 */
function sanitize_text( $html ) {
	$attributes = array(
		'lang' => true,
		'dir'  => true,
	);
	$elements   = array( 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'section', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'em', 'strong', 'i', 'b', 'cite', 'sub', 'sup', 'small', 'br', 'hr', 'span', 'pre', 'code', 'figure', 'figcaption', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'ruby', 'rt', 'rp' );
	return wp_kses( $html, array_fill_keys( $elements, $attributes ) );
}
