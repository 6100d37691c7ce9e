<?php
/**
 * Requests to the book server. They contain the publishable key and the site's origin, and nothing about users.
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

/** Largest response that is read, in bytes. */
const MAX_RESPONSE_BYTES = 4194304;

/**
 * Sends a GET request.
 *
 * Private IP addresses and redirects are rejected, so that the server's URL cannot reach services in the site's network.
 *
 * @param string                $path    Path, such as /v1/books.
 * @param array<string, string> $query   Query parameters.
 * @param string                $accept  Media type of the response.
 * @param int                   $timeout Seconds.
 * @return array{status: int, body: string}|\WP_Error
 */
function get_from_server( $path, array $query, $accept, $timeout ) {
	$settings = get_settings();
	if ( '' === $settings['server'] || '' === $settings['key'] ) {
		return new \WP_Error( 'svc_reader_not_set_up', __( 'Enter the server and the publishable key in Settings → SVC Reader.', 'svc-reader' ) );
	}
	$response = wp_safe_remote_get(
		$settings['server'] . $path . '?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 ),
		array(
			'timeout'             => $timeout,
			'redirection'         => 0,
			'limit_response_size' => MAX_RESPONSE_BYTES,
			// WordPress's own value contains the site's URL and version.
			'user-agent'          => 'svc-reader-wordpress/' . VERSION,
			'headers'             => array(
				'Accept'        => $accept,
				'Authorization' => 'Bearer ' . $settings['key'],
				'Origin'        => site_origin(),
			),
		)
	);
	if ( is_wp_error( $response ) ) {
		return $response;
	}
	return array(
		'status' => (int) wp_remote_retrieve_response_code( $response ),
		'body'   => wp_remote_retrieve_body( $response ),
	);
}

/** Returns the origin of the site's pages, which the key must list. */
function site_origin() {
	$parts = wp_parse_url( home_url() );
	$port  = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
	return $parts['scheme'] . '://' . $parts['host'] . $port;
}

/**
 * Searches the books that the key can open.
 *
 * @param string $text  Search query, or an empty string for popular books.
 * @param int    $limit Maximum number of books, 1–100.
 * @return array<int, array{id: string, title: string, authors: string, cover: string}>|\WP_Error
 */
function search_books( $text, $limit ) {
	$query = array(
		'readable' => 'true',
		'limit'    => (string) $limit,
		'fields'   => 'id,title,contributors,cover',
	);
	if ( '' !== $text ) {
		$query['q'] = $text;
	}
	$response = get_from_server( '/v1/books', $query, 'application/json', 10 );
	if ( is_wp_error( $response ) ) {
		return $response;
	}
	$answer = json_decode( $response['body'], true );
	if ( 200 !== $response['status'] || ! isset( $answer['data'] ) || ! is_array( $answer['data'] ) ) {
		return response_error( $response['status'], is_array( $answer ) ? $answer : array() );
	}
	return array_values( array_filter( array_map( __NAMESPACE__ . '\to_found_book', $answer['data'] ) ) );
}

/**
 * Returns the members of a book that the editor shows, or null if the book is malformed.
 *
 * @param mixed $book Book of the API.
 */
function to_found_book( $book ) {
	$id = is_array( $book ) && isset( $book['id'] ) ? sanitize_book( $book['id'] ) : '';
	if ( '' === $id ) {
		return null;
	}
	$names = array();
	foreach ( (array) ( $book['contributors'] ?? array() ) as $person ) {
		if ( isset( $person['role'], $person['name'] ) && 'aut' === $person['role'] && is_string( $person['name'] ) ) {
			$names[] = $person['name'];
		}
	}
	$cover = $book['cover']['url'] ?? '';
	return array(
		'id'      => $id,
		'title'   => is_string( $book['title'] ?? null ) ? wp_strip_all_tags( $book['title'] ) : $id,
		'authors' => wp_strip_all_tags( implode( ', ', $names ) ),
		'cover'   => is_string( $cover ) ? esc_url_raw( $cover, array( 'https', 'http' ) ) : '',
	);
}

/**
 * Explains an unsuccessful response.
 *
 * @param int                  $status HTTP status.
 * @param array<string, mixed> $answer Decoded problem details.
 * @return \WP_Error
 */
function response_error( $status, array $answer ) {
	$code = isset( $answer['code'] ) && is_string( $answer['code'] ) ? $answer['code'] : '';
	switch ( $code ) {
		case 'key_missing':
		case 'key_invalid':
		case 'key_expired':
		case 'key_revoked':
			$message = __( 'The server does not accept the key. Copy the whole key, or create another one.', 'svc-reader' );
			break;
		case 'origin_not_allowed':
			/* translators: %s: The site's origin, such as https://blog.example. */
			$message = sprintf( __( 'The key cannot be used on this site. Add the origin %s to the key.', 'svc-reader' ), site_origin() );
			break;
		case 'permission_denied':
			$message = __( 'The key lacks the permission read:books. Create a key with it.', 'svc-reader' );
			break;
		case 'quota_daily':
		case 'quota_monthly':
			$message = __( 'The key’s quota is used up. Try again later, or use a key of a higher tier.', 'svc-reader' );
			break;
		default:
			/* translators: %d: HTTP status code. */
			$message = sprintf( __( 'The server responded with the status %d. Check its URL.', 'svc-reader' ), $status );
	}
	return new \WP_Error( 'svc_reader_server', $message, array( 'status' => 502 ) );
}
